import type { Time } from '../time.ts'

export const DAY = 86_400_000
export const NOON = Date.UTC(2026, 4, 1, 12)

/** A machine whose true time the test knows: `wallError` is how far its system clock is ahead. */
export class Machine implements Time {
  boot = 'first'
  true = NOON
  bootedAt = NOON
  wallError = 0
  steady = () => this.true - this.bootedAt
  wall = () => this.true + this.wallError
  sleep = async () => {}

  pass(ms: number): this {
    this.true += ms
    return this
  }

  reboot(id: string, offMs = 60_000): this {
    this.true += offMs
    this.bootedAt = this.true
    this.boot = id
    return this
  }
}
