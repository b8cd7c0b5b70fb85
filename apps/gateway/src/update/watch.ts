import type { Log } from '@binnacle/onboard'
import type { Closable } from '../transport/reconnect.ts'
import { isNewer, offeredBy } from './offered.ts'

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 86_400_000

export interface UpdateWatch extends Closable {
  /** The version that the service has, when it is newer than this one. */
  newer(): string | null
}

/** Asks the service each day, in 300 bytes, whether it has a newer gateway; says so once in the log. Nothing is installed. */
export function watchForUpdate(service: string, own: string, log: Log, firstLookMs = FIRST_LOOK_MS): UpdateWatch {
  let newer: string | null = null
  const look = async () => {
    const offered = await offeredBy(service).catch(() => undefined)
    if (!offered) return
    const found = isNewer(offered.version, own) ? offered.version : null
    if (found && found !== newer) log.info(updateText(found))
    newer = found
  }
  let timer = setTimeout(function again() {
    void look()
    timer = setTimeout(again, LOOK_EVERY_MS).unref()
  }, firstLookMs).unref()
  return { newer: () => newer, close: async () => clearTimeout(timer) }
}

export const updateText = (version: string): string =>
  `the service has version ${version} of the gateway; install it with: sudo binnacle-gateway update`
