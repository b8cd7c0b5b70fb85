import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** The machine's clocks. Programs use `machineTime`; an audit that lives through a month in minutes gives its own. */
export interface Time {
  /** Names this boot of the machine: steady times compare only within one. */
  boot: string
  /** Monotonic ms. */
  steady(): number
  /** What the system clock says, ms since 1970; it may be wrong by years and may jump. */
  wall(): number
  /** Whether NTP is known to keep the system clock right. */
  isSynchronized?(): boolean
  /** Resolves after so many steady ms, and at once, without an error, when the signal is given. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const machineTime: Time = {
  boot: bootId(),
  steady: steadyNow,
  wall: Date.now,
  // systemd-timesyncd, the usual one on a Raspberry Pi, makes this file when it has set the clock for the first time.
  isSynchronized: () => existsSync('/run/systemd/timesync/synchronized'),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
}

/** Linux names each boot. Elsewhere a start of the program counts as one. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return randomUUID()
  }
}

/** Time asleep shows as a step of the system clock against the monotonic one; a step smaller than this is none. */
const STEP_MS = 1_000
let asleep = 0
let ahead = Number.NaN

/**
 * Monotonic ms, continuous over restarts of the program within one boot, time asleep included. Linux stops CLOCK_MONOTONIC
 * while a laptop sleeps; the uptime does not stop, and is read (from a file) only when the two may differ.
 */
export function steadyNow(): number {
  const awake = Number(process.hrtime.bigint()) / 1e6
  const aheadNow = Date.now() - awake
  if (!(Math.abs(aheadNow - ahead) < STEP_MS)) {
    ahead = aheadNow
    const asleepNow = process.platform === 'linux' ? uptime() * 1000 - awake : 0
    if (asleepNow > asleep + STEP_MS) asleep = asleepNow
  }
  return awake + asleep
}
