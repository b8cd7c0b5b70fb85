import type { LiveChange } from '@binnacle/contract'
import { retryInMs } from './retry.ts'

/** How the app hears of changes: offline when the service cannot be reached. */
export type LiveState = 'connecting' | 'live' | 'offline'

interface Listener {
  state(state: LiveState): void
  /** The stream is open: changes before it were not reported. */
  hello(): void
  changed(change: LiveChange): void
  /** The service could be reached and gave no stream, or nobody could be reached: the session may have ended. */
  failed(): void
}

/**
 * The service says something each 25 s. After this, ms, nobody is there any more, though no error came: a phone that changed its
 * network.
 */
const SILENCE_MS = 60_000

/**
 * Holds a stream of GET /app/live while the page can be seen, and comes back after an end. A hidden page holds none: browsers allow
 * few connections to a service that speaks HTTP/1.1, and a phone in a pocket wants its peace. The browser's own way of coming back
 * gives up for good when a proxy answers in the service's place, so it is not used. Returns what stops it.
 */
export function listen(listener: Listener): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function close(): void {
    source?.close()
    source = null
    clearTimeout(timer)
  }

  function open(): void {
    close()
    source = new EventSource('/app/live')
    source.addEventListener('hello', () => {
      failures = 0
      hear()
      listener.state('live')
      listener.hello()
    })
    source.addEventListener('changed', ({ data }) => {
      hear()
      listener.changed(JSON.parse(data) as LiveChange)
    })
    source.addEventListener('still', hear)
    source.addEventListener('error', lose)
    // A captive portal takes the connection and never answers.
    hear()
  }

  function hear(): void {
    clearTimeout(timer)
    timer = setTimeout(lose, SILENCE_MS)
  }

  function lose(): void {
    close()
    failures += 1
    // A service that starts anew is back within the second.
    listener.state(failures > 1 || !navigator.onLine ? 'offline' : 'connecting')
    if (failures > 1 && navigator.onLine) listener.failed()
    timer = setTimeout(open, retryInMs(failures, Math.random()))
  }

  const look = () => (document.hidden ? close() : open())
  const online = () => !document.hidden && open()
  const offline = () => {
    close()
    listener.state('offline')
  }
  document.addEventListener('visibilitychange', look)
  addEventListener('online', online)
  addEventListener('offline', offline)
  look()
  return () => {
    close()
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', online)
    removeEventListener('offline', offline)
  }
}
