import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { clear, del, delMany, get, keys, set } from 'idb-keyval'
import { ifKept } from './store.ts'

const KEY = 'queries'
/** Of localStorage: there while a page may have been left before it had forgotten all that it was to. */
const TO_FORGET = 'binnacle-to-forget'
/** What comes together is written together; live events come no closer than two seconds. */
const WRITE_MS = 500
/** What is to be written next. */
let waiting: PersistedClient | null = null

/** Keeps the last data seen in this browser, so that it opens without a network. Emptied at sign-out. */
export function makePersister(): Persister {
  const write = () => {
    if (waiting) void set(KEY, waiting).catch(() => undefined)
    waiting = null
  }
  // A page that is left sooner keeps what it has loaded, too, when the browser lets it.
  addEventListener('pagehide', write)
  return {
    persistClient(client) {
      if (!waiting) setTimeout(write, WRITE_MS)
      waiting = client
    },
    restoreClient: () => get<PersistedClient>(KEY).catch(() => undefined),
    removeClient() {
      waiting = null
      return del(KEY).catch(() => undefined)
    },
  }
}

/**
 * Forgets all that this browser keeps of an account: data, pictures, and what was said of an inspection and never reached the
 * service.
 */
export async function forgetEverything(): Promise<void> {
  localStorage.setItem(TO_FORGET, '')
  waiting = null
  await clear().catch(() => undefined)
  sessionStorage.clear()
  await forgetPictures()
}

/**
 * Forgets what this browser has read of an account: its session has ended, perhaps because somebody lost the device. What was written
 * here and never reached the service stays until the next sign-in.
 */
export async function forgetRead(): Promise<void> {
  localStorage.setItem(TO_FORGET, '')
  waiting = null
  await ifKept(async () => {
    const names = await keys<string>()
    await delMany(names.filter((name) => name === KEY || name.startsWith('kept ')))
  })
  await forgetPictures()
}

/** For a page that has just been opened: forgets what the one before was to, but had no time for when it was left. */
export async function forgetLeft(): Promise<void> {
  if (localStorage.getItem(TO_FORGET) === null) return
  await forgetRead()
  nothingToForget()
}

/** What is kept from now on is another session's. */
export const nothingToForget = (): void => localStorage.removeItem(TO_FORGET)

/** The pictures that are kept, and those that are on their way. */
export async function forgetPictures(): Promise<void> {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('forget-pictures')
  if ('caches' in globalThis) await caches.delete('pictures')
}
