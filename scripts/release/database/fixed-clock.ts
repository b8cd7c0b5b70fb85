import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * Loaded before PostgreSQL in the process: the clock stands still and nothing is random, so that the same migrations make the same
 * database, byte for byte. Nothing of it is secret: no account and no key is in it.
 */
const NOW = Date.parse('2020-01-01T00:00:00Z')

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length > 0 ? given : [NOW]) as [number]))
  }
  static override now = () => NOW
} as DateConstructor
performance.now = () => 0
Math.random = () => 0.5
// What PGlite's Emscripten asks: PostgreSQL keeps 32 bytes of it for log-ins with a password, which there are none of.
nodeCrypto.randomFillSync = ((array: Uint8Array) => array.fill(1)) as typeof nodeCrypto.randomFillSync
// No time passes: on a busy machine the database's upkeep would vacuum in between.
timers.setTimeout = ((_delay: number, _value: undefined, { signal }: { signal: AbortSignal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', reject))) as typeof timers.setTimeout
syncBuiltinESMExports()
