import type { Metric } from '@binnacle/contract'
import { placesOf } from './places.ts'
import {
  COMBINED,
  CONDITIONS,
  holdOf,
  instanceFor,
  type Judged,
  metricsOf,
  type Seen,
  STALE_MS,
  SUM_MS,
  verdict,
} from './rule.ts'

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

/** What the judge remembers of a boat between batches. */
export interface BoatState {
  /** Of each rule, by instance. */
  machines: Map<string, Map<string, Machine>>
  /** Speed of each engine. */
  rpm: Map<string, Valued>
  speed: Valued | null
}

/** Which machine it is. */
interface Of {
  rule: Judged
  instance: string
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

const FORGET_EVERY_MS = 60_000

/**
 * Instances that a rule looks at, and that all rules of a boat look at together: more than a boat has. An onboard device, or who
 * has its key, can name new ones with each batch; those beyond are not judged.
 */
export const MAX_INSTANCES = 100
export const MAX_MACHINES = 500

/** From this speed on a boat is under way: at berth or anchor it is slower, kn. */
const UNDER_WAY_KN = 1

export const machineKey = (rule: string, instance: string) => `${rule} ${instance}`

function ofKey(key: string): [rule: string, instance: string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}

export const newBoat = (): BoatState => ({ machines: new Map(), rpm: new Map(), speed: null })

/** As it is stored, in JSON. */
export interface StoredState extends Pick<BoatState, 'speed'> {
  machines: Record<string, Machine>
  rpm: Record<string, Valued>
}

export const toStored = ({ machines, rpm, speed }: BoatState): StoredState => ({
  machines: Object.fromEntries(
    [...machines].flatMap(([rule, of]) => [...of].map(([instance, machine]) => [machineKey(rule, instance), machine])),
  ),
  rpm: Object.fromEntries(rpm),
  speed,
})

export function fromStored({ machines, rpm, speed }: StoredState): BoatState {
  const state: BoatState = { machines: new Map(), rpm: new Map(Object.entries(rpm)), speed }
  for (const [key, machine] of Object.entries(machines)) {
    const [rule, instance] = ofKey(key)
    state.machines.getOrInsertComputed(rule, () => new Map()).set(instance, machine)
  }
  return state
}

const isFresh = (valued: Valued | null | undefined, at: number): valued is Valued =>
  valued != null && at - valued[1] <= STALE_MS

/** Judges a boat's readings by rules. Readings are given in the order of their times; those of one instant together. */
export class Boat {
  readonly state: BoatState
  readonly #rules: readonly Judged[]
  readonly #index: RuleIndex
  #forgotten = Number.NEGATIVE_INFINITY
  /** null: not known. */
  #isCalm: boolean | null = null

  constructor(rules: readonly Judged[], state: BoatState) {
    this.#rules = rules
    this.#index = indexOf(rules)
    this.state = state
  }

  get openKeys(): Set<string> {
    const keys = new Set<string>()
    for (const [rule, of] of this.state.machines)
      for (const [instance, { open }] of of) if (open) keys.add(machineKey(rule, instance))
    return keys
  }

  /** Sets which alarms are open, as it is known from elsewhere. */
  setOpen(keys: ReadonlySet<string>): void {
    this.#isCalm = null
    for (const of of this.state.machines.values()) for (const machine of of.values()) machine.open = false
    for (const key of keys) this.#machine(...ofKey(key)).open = true
  }

  /** Forgets, now and then, what no later reading depends on: what was measured before a time, ms, but for open alarms. */
  forget(before: number): void {
    if (before < this.#forgotten + FORGET_EVERY_MS) return
    this.#forgotten = before
    for (const of of this.state.machines.values())
      for (const [instance, { open, at }] of of) if (!open && at < before) of.delete(instance)
    for (const [name, [, at]] of this.state.rpm) if (at < before) this.state.rpm.delete(name)
  }

  /** The state as it is now. */
  copy(): BoatState {
    const { machines, rpm, speed } = this.state
    const copies: BoatState['machines'] = new Map()
    for (const [rule, of] of machines) {
      const copy = new Map<string, Machine>()
      // What is within a machine takes the place of what was there, and is never changed.
      for (const [instance, machine] of of) copy.set(instance, { ...machine })
      copies.set(rule, copy)
    }
    return { machines: copies, rpm: new Map(rpm), speed }
  }

  /**
   * Whether it is calm, and stays so with readings: no alarm is open, and no value breaks a rule, whether that applies now or
   * not. Then the readings change nothing but the newest value of each series.
   */
  staysCalm(readings: readonly Seen[]): boolean {
    this.#isCalm ??= this.#rules.every((rule) =>
      [...this.#machinesOf(rule)].every(([, machine]) => isCalm(rule, machine)),
    )
    return this.#isCalm && readings.every((reading) => this.#isHarmless(reading))
  }

  #isHarmless(reading: Seen): boolean {
    const { metric, value, text } = reading
    if (this.#index.circles.some((rule) => metricsOf(rule).includes(metric))) return false
    // One without a value leaves the one before.
    if (value === null && CONDITIONS.includes(metric)) return false
    return (this.#index.byMetric.get(metric) ?? []).every(
      (rule) => !needsEach(rule) && (verdict(rule, value, text) !== 'broken' || instanceFor(rule, reading) === null),
    )
  }

  /** Takes readings in the order of their times; gives the alarms that begin and end with them. */
  takeAll(readings: readonly Seen[]): Transition[] {
    const transitions: Transition[] = []
    for (let i = 0; i < readings.length; ) {
      const { at } = readings[i]!
      let end = i + 1
      while (end < readings.length && readings[end]!.at === at) end++
      transitions.push(...this.take(at, readings.slice(i, end)))
      i = end
    }
    return transitions
  }

  /** Takes the readings of one instant, which may come in any order. */
  take(at: number, readings: readonly Seen[]): Transition[] {
    this.#isCalm = null
    const touched = new Map<Machine, Of>()
    const sorted = readings.length > 1 ? readings.toSorted(inOrder) : readings
    for (const { rule, instance, ...place } of placesOf(this.#index.circles, sorted)) {
      if (!this.#hasRoom(rule.id, instance)) continue
      const machine = this.#machine(rule.id, instance)
      Object.assign(machine, place)
      touched.set(machine, { rule, instance })
    }
    let conditionMoved = false
    for (const reading of sorted) {
      conditionMoved = this.#noteCondition(reading) || conditionMoved
      for (const rule of this.#index.byMetric.get(reading.metric) ?? []) {
        const instance = instanceFor(rule, reading)
        if (instance === null || !this.#hasRoom(rule.id, instance)) continue
        const machine = this.#machine(rule.id, instance)
        noteValue(machine, rule, reading)
        touched.set(machine, { rule, instance })
      }
    }
    if (conditionMoved)
      for (const rule of this.#index.conditional)
        for (const [instance, machine] of this.#machinesOf(rule)) touched.set(machine, { rule, instance })
    const transitions: Transition[] = []
    for (const [machine, of] of touched) {
      const transition = this.#judge(machine, of, at)
      if (transition) transitions.push(transition)
    }
    return transitions
  }

  /** Judges what is known by each rule. */
  judgeAll(at: number): Transition[] {
    return this.#rules.flatMap((rule) =>
      [...this.#machinesOf(rule)].flatMap(([instance, machine]) => this.#judge(machine, { rule, instance }, at) ?? []),
    )
  }

  #hasRoom(rule: string, instance: string): boolean {
    const of = this.state.machines.get(rule)
    if (of?.has(instance)) return true
    const machines = this.state.machines.values().reduce((sum, { size }) => sum + size, 0)
    return machines < MAX_MACHINES && (of?.size ?? 0) < MAX_INSTANCES
  }

  #machine(rule: string, instance: string): Machine {
    const of = this.state.machines.getOrInsertComputed(rule, () => new Map())
    let machine = of.get(instance)
    if (!machine) {
      machine = { open: false, since: null, judged: null, value: null, text: null, at: 0 }
      of.set(instance, machine)
    }
    return machine
  }

  #machinesOf = ({ id }: Judged): Iterable<[instance: string, Machine]> => this.state.machines.get(id) ?? []

  /** Whether the reading says how the boat is. */
  #noteCondition({ metric, instance, value, at }: Seen): boolean {
    if (!CONDITIONS.includes(metric)) return false
    const { rpm } = this.state
    if (value !== null && metric === 'engine_rpm' && (rpm.has(instance) || rpm.size < MAX_INSTANCES))
      rpm.set(instance, [value, at])
    if (value !== null && metric === 'speed_over_ground') this.state.speed = [value, at]
    return true
  }

  #judge(machine: Machine, { rule, instance }: Of, at: number): Transition | null {
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
    const engines = [...this.state.rpm].filter(([, rpm]) => isFresh(rpm, at))
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

/** What such a rule judges depends on more than the newest value. */
const needsEach = ({ kind, metric, instance }: Judged): boolean =>
  kind === 'sum_above' || kind === 'hours_stuck' || (instance === null && COMBINED.includes(metric!))

function isCalm(rule: Judged, { open, value, text, moved, counts, parts }: Machine): boolean {
  if (open) return false
  if (counts) return counts.length === 0
  const values =
    rule.kind === 'hours_stuck' ? [moved ?? null] : parts ? Object.values(parts).map(([one]) => one) : [value]
  return values.every((one) => verdict(rule, one, text) !== 'broken')
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
  if (COMBINED.includes(metric) && wanted === null && value !== null) {
    const { parts = {} } = machine
    if (Object.hasOwn(parts, instance) || Object.keys(parts).length < MAX_INSTANCES)
      machine.parts = { ...parts, [instance]: [value, at] }
  }
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
