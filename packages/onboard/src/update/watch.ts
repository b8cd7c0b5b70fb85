import type { Log } from '../log.ts'
import { isNewer, type Offered, offeredBy, type Program } from './offered.ts'

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 86_400_000

interface UpdateWatch {
  /** What the service has, when it is newer than this one. */
  newer(): Offered | null
  close(): void
}

interface Watched {
  service: string
  program: Program
  /** The version that runs. */
  own: string
  log: Log
  /** What the log says of a newer one. */
  text: (offered: Offered) => string
}

/** Asks the service each day, in 300 bytes, whether it has a newer program; says so once in the log. Nothing is installed. */
export function watchForUpdate(
  { service, program, own, log, text }: Watched,
  firstLookMs = FIRST_LOOK_MS,
): UpdateWatch {
  let newer: Offered | null = null
  const look = async () => {
    const offered = await offeredBy(service, program).catch(() => undefined)
    if (!offered) return
    const found = isNewer(offered.version, own) ? offered : null
    if (found && found.version !== newer?.version) log.info(text(found))
    newer = found
  }
  let timer = setTimeout(function again() {
    void look()
    timer = setTimeout(again, LOOK_EVERY_MS).unref()
  }, firstLookMs).unref()
  return { newer: () => newer, close: () => clearTimeout(timer) }
}
