import { machineKey, type Transition } from './boat.ts'
import type { Judgement } from './judge-span.ts'

/** A time during which an alarm is open: it begins with a reading and ends with one, or has not ended. All ms. */
export interface Interval {
  rule: string
  instance: string
  began: number
  ended: number | null
  /** Of the reading with which it began. */
  value: number | null
  text: string | null
}

const keyOf = ({ rule, instance }: Pick<Interval, 'rule' | 'instance'>) => machineKey(rule, instance)

/** Which alarms are open just before a time: what happens at that time itself has not happened yet. */
export const openBefore = (intervals: readonly Interval[], at: number): Set<string> =>
  new Set(intervals.filter(({ began, ended }) => began < at && (ended === null || ended >= at)).map(keyOf))

/** The intervals after a judgement, of the known ones before it. */
export function afterJudgement<T extends Interval>(known: readonly T[], judgement: Judgement): Interval[] {
  const knownByKey = Map.groupBy(known, keyOf)
  const transitions = Map.groupBy(judgement.transitions, keyOf)
  const keys = new Set([...knownByKey.keys(), ...transitions.keys()])
  return [...keys].flatMap((key) => afterOne(knownByKey.get(key) ?? [], transitions.get(key) ?? [], judgement))
}

function afterOne(known: readonly Interval[], transitions: Transition[], { from, to }: Judgement): Interval[] {
  const before = known.filter(({ began }) => began < from)
  const after = known.filter(({ began }) => began >= to)
  const reaching = before.find(({ ended }) => ended === null || ended >= from)
  const result: Interval[] = before.filter((one) => one !== reaching)
  let open: Interval | null = reaching ? { ...reaching, ended: null } : null
  for (const { kind, rule, instance, at, value, text } of transitions)
    if (kind === 'begins') open = { rule, instance, began: at, ended: null, value, text }
    else if (open) {
      result.push({ ...open, ended: at })
      open = null
    }
  // Judging stopped where the alarms were those that were known: one that is open there ends as it was known to.
  if (open) {
    const same = known.find(({ began, ended }) => began < to && (ended === null || ended >= to))
    result.push({ ...open, ended: same?.ended ?? null })
  }
  return [...result, ...after]
}

export interface Differences<T> {
  /** Known ones that are otherwise now: `is` takes the place of `was`. */
  changed: { was: T; is: Interval }[]
  added: Interval[]
  removed: T[]
}

/**
 * What to write so that the known intervals become the new ones. One that only moved stays the same alarm, with who acknowledged
 * it.
 */
export function differences<T extends Interval>(known: readonly T[], now: readonly Interval[]): Differences<T> {
  const left = new Set(known)
  const byKey = Map.groupBy(known, keyOf)
  const found = new Map<Interval, T>()
  const pair = (matches: (was: T, is: Interval) => boolean) => {
    for (const is of now) {
      if (found.has(is)) continue
      const was = byKey.get(keyOf(is))?.find((one) => left.has(one) && matches(one, is))
      if (!was) continue
      found.set(is, was)
      left.delete(was)
    }
  }
  pair((was, is) => was.began === is.began)
  pair((was, is) => was.began <= (is.ended ?? Infinity) && is.began <= (was.ended ?? Infinity))
  return {
    changed: [...found].filter(([is, was]) => !isEqual(was, is)).map(([is, was]) => ({ was, is })),
    added: now.filter((one) => !found.has(one)),
    removed: [...left],
  }
}

export const isNone = ({ changed, added, removed }: Differences<unknown>): boolean =>
  changed.length + added.length + removed.length === 0

const isEqual = (a: Interval, b: Interval) =>
  a.began === b.began && a.ended === b.ended && a.value === b.value && a.text === b.text
