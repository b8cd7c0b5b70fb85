import { useSyncExternalStore } from 'react'

const TICK_MS = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(tell: () => void): () => void {
  now = Date.now()
  watchers.add(tell)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const watcher of watchers) watcher()
  }, TICK_MS)
  return () => {
    watchers.delete(tell)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, ms since 1970; a page that uses it is drawn again every ten seconds, so that ages stay true. */
export const useNow = (): number => useSyncExternalStore(watch, () => now)
