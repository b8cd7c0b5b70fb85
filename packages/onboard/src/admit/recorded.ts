import { type Observation, type Reading, seriesOf } from '../readings/reading.ts'
import type { WithheldCount } from '../readings/withheld.ts'
import { type Admission, admission } from './admit.ts'

/** So often an onboard device looks for what was held back and is due, though its source says nothing more. */
const LOOK_EVERY_MS = 1_000

/** Makes of a recording's observations the readings that an onboard device would have sent. */
export class Recorded {
  readonly #admit: Admission = admission({ everyInterval: true })
  readonly #readings: Reading[] = []
  #lookedAt = Number.POSITIVE_INFINITY

  get withhold(): Admission['withhold'] {
    return this.#admit.withhold
  }

  /** It is this time in the recording: what was held back and is due is sent. */
  passed(at: number): void {
    const looks = Math.floor((at - this.#lookedAt) / LOOK_EVERY_MS)
    this.#lookedAt = looks < 0 ? at : this.#lookedAt + looks * LOOK_EVERY_MS
    if (looks > 0) this.#readings.push(...this.#admit.overdue(this.#lookedAt))
  }

  take(observations: readonly Observation[]): void {
    this.#readings.push(...observations.flatMap((observation) => this.#admit(observation) ?? []))
  }

  /** In the order of their times. */
  end(): { readings: Reading[]; withheld: WithheldCount[] } {
    const readings = [...this.#readings, ...this.#admit.overdue(Number.POSITIVE_INFINITY)]
    return { readings: each(readings).sort((a, b) => a.at - b.at), withheld: this.#admit.withheld() }
  }
}

/** Each once: where a recording overlaps itself, what was held back may be what was sent before. */
const each = (readings: readonly Reading[]): Reading[] => [
  ...new Map(readings.map((one) => [`${seriesOf(one)} ${one.at} ${one.text_value ?? one.value}`, one])).values(),
]
