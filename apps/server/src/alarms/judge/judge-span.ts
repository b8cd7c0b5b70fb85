import { Boat, type BoatState, fromStored, newBoat, type StoredState, type Transition, toStored } from './boat.ts'
import { type Judged, reachOf, type Seen } from './rule.ts'

/** A boat's state after the readings up to, and with, a time. */
export interface Remembered extends BoatState {
  /** ms. A little before the newest reading: the next batch often begins a moment before this one ends. */
  at: number
}

type StoredMemory = StoredState & Pick<Remembered, 'at'>

export const memoryText = ({ at, ...state }: Remembered): string =>
  JSON.stringify({ at, ...toStored(state) } satisfies StoredMemory)

/** Earlier versions remembered the state after the newest reading, and did not say of when it is. */
export function readMemory(text: string, until: number): Remembered {
  const { at = until, ...state } = JSON.parse(text) as StoredState & Partial<StoredMemory>
  return { at, ...fromStored(state) }
}

/** What the judge remembers of a boat. */
export interface Memory {
  /** The time of the newest reading that was judged, ms. */
  until: number
  /** null: the rules changed since. */
  state: Remembered | null
}

/** By how much batches of a boat overlap at most that are judged without a look at the hour before. */
const OVERLAP_MS = 3_000

export interface Judgement {
  /** In their order. They take the place of what was known from `from` up to, and without, `to`. */
  transitions: Transition[]
  from: number
  /** Infinity: until the last reading. */
  to: number
  memory: Memory
}

/** The readings from a time up to, and without, another, in the order of their times. */
export type Read = (from: number, to: number) => AsyncIterable<readonly Seen[]>

/** How much time is read at once beyond what must be judged anew, at first; each time twice as much, so that centuries end soon. */
const FIRST_PIECE_MS = 60 * 60_000

/**
 * Judges readings that arrived, whatever their times: `first` and `last` are the times of the first and the last of them, and
 * `read` gives all readings, with those. What came late is judged with what was there before and after it, as far as it can
 * change anything, so that the alarms are those that the same readings in their order would have given. Where the rules changed,
 * the newest readings are judged by the new ones.
 * @param span null: nothing arrived
 * @param openBefore the alarms that are known to be open just before a time, as machineKey
 */
export async function judgeSpan(
  rules: readonly Judged[],
  memory: Memory | null,
  span: { first: number; last: number } | null,
  openBefore: (at: number) => ReadonlySet<string>,
  read: Read,
): Promise<Judgement> {
  const afterKnown = (memory?.until ?? 0) + 1
  const { first, last } = span ?? { first: afterKnown, last: afterKnown }
  const reach = reachOf(rules)
  const state = memory?.state && first > memory.state.at ? memory.state : null
  const boat = new Boat(rules, state ?? newBoat())
  await feed(boat, state ? read(state.at + 1, Math.min(first, memory!.until + 1)) : read(first - reach, first))
  boat.setOpen(openBefore(first))
  const until = Math.max(last, memory?.until ?? last)
  const areNewRules = memory?.state === null
  const transitions: Transition[] = []
  const settled = last + reach + 1
  let at = first
  for (let piece = FIRST_PIECE_MS; ; piece *= 2) {
    const to = Math.min(at < settled ? settled : at + piece, until + 1)
    if (to > until) {
      const remembered = areNewRules ? to : Math.max(at, to - OVERLAP_MS)
      transitions.push(...(await feed(boat, read(at, remembered))))
      if (areNewRules) transitions.push(...boat.judgeAll(until))
      const state = remember(boat, remembered - 1, reach)
      transitions.push(...(await feed(boat, read(remembered, to))))
      return { transitions, from: first, to: Infinity, memory: { until, state } }
    }
    transitions.push(...(await feed(boat, read(at, to))))
    if (!areNewRules && isSame(boat.openKeys, openBefore(to))) return { transitions, from: first, to, memory: memory! }
    at = to
  }
}

/** Gives the alarms that begin and end with the readings. */
async function feed(boat: Boat, readings: AsyncIterable<readonly Seen[]>): Promise<Transition[]> {
  const transitions: Transition[] = []
  for await (const some of readings) transitions.push(...boat.takeAll(some))
  return transitions
}

function remember(boat: Boat, at: number, reach: number): Remembered {
  boat.forget(at - reach)
  return { at, ...boat.copy() }
}

/**
 * The same for readings that follow on all that the boat has taken, in the order of their times, the first and the last of which
 * are given. `boat` takes them.
 */
export function judgeFollowing(
  rules: readonly Judged[],
  boat: Boat,
  { first, last }: { first: number; last: number },
  readings: readonly Seen[],
): Pick<Judgement, 'transitions' | 'memory'> {
  const remembered = Math.max(first - 1, last - OVERLAP_MS)
  const transitions = boat.takeAll(readings.filter(({ at }) => at <= remembered))
  const state = remember(boat, remembered, reachOf(rules))
  transitions.push(...boat.takeAll(readings.filter(({ at }) => at > remembered)))
  return { transitions, memory: { until: last, state } }
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && a.isSubsetOf(b)
