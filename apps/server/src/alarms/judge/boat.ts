import type { Metric } from '@binnacle/contract'
import { placesOf } from './places.ts'
import { COMBINED, holdOf, instanceFor, type Judged, type Seen, STALE_MS, SUM_MS, verdict } from './rule.ts'

/** A value and when it was measured, ms. */
type Valued = [value: number, at: number]

/** The state of a rule at one instance. All of it but `open` follows from the readings of the last minutes to hours: see memoryOf. */
interface Machine {
  /** Whether an alarm is open. */
  open: boolean
  /** When the readings that break the rule began without a break, ms. */
  since: number | null
  /** When the rule was last judged, ms. */
  judged: number | null
  value: number | null
  text: string | null
  /** When value and text were measured, ms. */
  at: number
  /** Of a counter that may be stuck: by how much it moved. */
  moved?: number | null
  /** Of a rule that counts: what the last hour brought. */
  counts?: Valued[]
  /** Of a rule for several instances together: the newest value of each. */
  parts?: Record<string, Valued>
}

/** What the judge remembers of a boat between batches, as JSON. */
export interface BoatState {
  machines: Record<string, Machine>
  /** Speed of each engine. */
  rpm: Record<string, Valued>
  speed: Valued | null
}

/** An alarm of a rule at an instance begins or ends. */
export interface Transition {
  rule: string
  instance: string
  kind: 'begins' | 'ends'
  /** By the readings' time, ms. */
  at: number
  value: number | null
  text: string | null
}

/** From this speed on a boat is under way: at berth or anchor it is slower, kn. */
const UNDER_WAY_KN = 1

export const machineKey = (rule: string, instance: string) => `${rule} ${instance}`

export const newBoat = (): BoatState => ({ machines: {}, rpm: {}, speed: null })

const isFresh = (valued: Valued | null | undefined, at: number): valued is Valued =>
  valued != null && at - valued[1] <= STALE_MS

/** Judges a boat's readings by rules. Readings are given in the order of their times; those of one instant together. */
export class Boat {
  readonly state: BoatState
  readonly #rules: readonly Judged[]
  readonly #index: RuleIndex

  constructor(rules: readonly Judged[], state: BoatState) {
    this.#rules = rules
    this.#index = indexOf(rules)
    this.state = state
  }

  isOpen(key: string): boolean {
    return this.state.machines[key]?.open ?? false
  }

  get openKeys(): Set<string> {
    return new Set(Object.keys(this.state.machines).filter((key) => this.isOpen(key)))
  }

  /** Sets which alarms are open, as it is known from elsewhere. */
  setOpen(keys: ReadonlySet<string>): void {
    for (const key of keys) this.#machine(key)
    for (const [key, machine] of Object.entries(this.state.machines)) machine.open = keys.has(key)
  }

  /** Takes the readings of one instant, which may come in any order. */
  take(at: number, readings: readonly Seen[]): Transition[] {
    const touched = new Map<string, Judged>()
    const sorted = readings.length > 1 ? readings.toSorted(inOrder) : readings
    for (const { rule, instance, ...place } of placesOf(this.#index.circles, sorted)) {
      const key = machineKey(rule.id, instance)
      Object.assign(this.#machine(key), place)
      touched.set(key, rule)
    }
    let conditionMoved = false
    for (const reading of sorted) {
      conditionMoved = this.#noteCondition(reading) || conditionMoved
      for (const rule of this.#index.byMetric.get(reading.metric) ?? []) {
        const instance = instanceFor(rule, reading)
        if (instance === null) continue
        const key = machineKey(rule.id, instance)
        noteValue(this.#machine(key), rule, reading)
        touched.set(key, rule)
      }
    }
    if (conditionMoved)
      for (const rule of this.#index.conditional) for (const key of this.#keysOf(rule)) touched.set(key, rule)
    const transitions: Transition[] = []
    for (const [key, rule] of touched) {
      const transition = this.#judge(rule, key, at)
      if (transition) transitions.push(transition)
    }
    return transitions
  }

  /** Judges what is known by each rule. */
  judgeAll(at: number): Transition[] {
    return this.#rules.flatMap((rule) => this.#keysOf(rule).flatMap((key) => this.#judge(rule, key, at) ?? []))
  }

  #machine(key: string): Machine {
    this.state.machines[key] ??= { open: false, since: null, judged: null, value: null, text: null, at: 0 }
    return this.state.machines[key]
  }

  #keysOf({ id }: Judged): string[] {
    return Object.keys(this.state.machines).filter((key) => key.startsWith(`${id} `))
  }

  /** Whether the reading says how the boat is. */
  #noteCondition({ metric, instance, value, at }: Seen): boolean {
    if (metric !== 'engine_rpm' && metric !== 'speed_over_ground') return false
    if (value !== null && metric === 'engine_rpm') this.state.rpm[instance] = [value, at]
    if (value !== null && metric === 'speed_over_ground') this.state.speed = [value, at]
    return true
  }

  #judge(rule: Judged, key: string, at: number): Transition | null {
    const machine = this.#machine(key)
    const instance = key.slice(rule.id.length + 1)
    const last = machine.judged
    machine.judged = at
    if (at - machine.at > STALE_MS) {
      machine.since = null
      return null
    }
    const applies = this.#applies(rule, instance, at)
    const value = judgedValue(machine, at)
    const says = verdict(rule, rule.kind === 'hours_stuck' ? (machine.moved ?? null) : value, machine.text)
    const isBroken = applies === true && says === 'broken'
    if (!isBroken) machine.since = null
    else if (machine.since === null || at - last! > STALE_MS) machine.since = at
    const facts = { rule: rule.id, instance, at, value, text: machine.text }
    if (!machine.open && isBroken && at - machine.since! >= holdOf(rule)) {
      machine.open = true
      return { kind: 'begins', ...facts }
    }
    if (machine.open && (applies === false || says === 'well')) {
      machine.open = false
      return { kind: 'ends', ...facts }
    }
    return null
  }

  /** Whether the rule applies to how the boat is; null where that is not known. */
  #applies({ applies, metric }: Judged, instance: string, at: number): boolean | null {
    if (applies === 'always') return true
    const engines = Object.entries(this.state.rpm).filter(([, rpm]) => isFresh(rpm, at))
    const running = engines.some(([, [rpm]]) => rpm > 0)
    const moving = isFresh(this.state.speed, at) ? this.state.speed[0] >= UNDER_WAY_KN : null
    switch (applies) {
      case 'engine_running': {
        const own = metric?.startsWith('engine_') ? engines.filter(([name]) => name === instance) : engines
        return own.length === 0 ? null : own.some(([, [rpm]]) => rpm > 0)
      }
      case 'under_way':
        return running || moving || (moving === null && engines.length === 0 ? null : false)
      case 'at_rest':
        return !(running || moving)
    }
  }
}

/** The rules that a reading may concern. */
interface RuleIndex {
  byMetric: Map<Metric, Judged[]>
  /** Those that apply only while the boat is under way, or an engine turns. */
  conditional: Judged[]
  circles: Judged[]
}

/** Boats are judged by the same rules again and again. */
const indexes = new WeakMap<readonly Judged[], RuleIndex>()

function indexOf(rules: readonly Judged[]): RuleIndex {
  const known = indexes.get(rules)
  if (known) return known
  const index = {
    byMetric: Map.groupBy(
      rules.filter(({ metric }) => metric !== null),
      ({ metric }) => metric!,
    ),
    conditional: rules.filter(({ applies }) => applies !== 'always'),
    circles: rules.filter(({ kind }) => kind === 'outside'),
  }
  indexes.set(rules, index)
  return index
}

const inOrder = (a: Seen, b: Seen) =>
  order(a.metric, b.metric) ||
  order(a.instance, b.instance) ||
  order(a.value ?? -Infinity, b.value ?? -Infinity) ||
  order(a.text ?? '', b.text ?? '')

const order = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

function noteValue(
  machine: Machine,
  { kind, instance: wanted }: Judged,
  { metric, instance, value, text, at }: Seen,
): void {
  if (kind === 'hours_stuck') machine.moved = movedBy(machine, value, at)
  if (kind === 'sum_above') machine.counts = [...(machine.counts ?? []), [value ?? 0, at]]
  if (COMBINED.includes(metric) && wanted === null && value !== null)
    machine.parts = { ...machine.parts, [instance]: [value, at] }
  machine.value = value
  machine.text = text
  machine.at = at
}

/** By how much a counter moved since it was last read; null where that is not known. */
const movedBy = ({ value: before, at: when }: Machine, value: number | null, at: number): number | null =>
  before === null || value === null || at - when > STALE_MS ? null : value - before

/** What a rule judges: the newest value, the sum of the last hour, or the greatest of several instances. */
function judgedValue(machine: Machine, at: number): number | null {
  if (machine.counts) {
    machine.counts = machine.counts.filter(([, when]) => when > at - SUM_MS)
    return machine.counts.reduce((sum, [count]) => sum + count, 0)
  }
  if (machine.parts) {
    machine.parts = Object.fromEntries(Object.entries(machine.parts).filter(([, valued]) => isFresh(valued, at)))
    const values = Object.values(machine.parts).map(([value]) => value)
    return values.length > 0 ? Math.max(...values) : null
  }
  return machine.value
}
