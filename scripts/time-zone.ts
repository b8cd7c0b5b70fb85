import { after } from 'node:test'

/** Sets the time zone of this process until the tests of the file have ended. */
export function setTimeZone(zone: string): void {
  const before = process.env.TZ
  process.env.TZ = zone
  after(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
}
