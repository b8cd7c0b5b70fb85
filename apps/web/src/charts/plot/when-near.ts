/** A finger finds what it scrolls to. */
const AHEAD = '400px'

const waiting = new Set<() => void>()

/**
 * Does something once an element is in view or near it: what is far down a page costs nothing until somebody goes there. Each in a task of
 * its own, since a slow phone answers a finger between two. Returns what calls it off.
 */
export function whenNear(element: Element, work: () => void): () => void {
  const watcher = new IntersectionObserver(
    ([seen]) => {
      if (!seen?.isIntersecting) return
      watcher.disconnect()
      waiting.add(work)
      if (waiting.size === 1) setTimeout(next)
    },
    { rootMargin: AHEAD },
  )
  watcher.observe(element)
  return () => {
    watcher.disconnect()
    waiting.delete(work)
  }
}

function next(): void {
  const [work] = waiting
  if (!work) return
  waiting.delete(work)
  if (waiting.size > 0) setTimeout(next)
  work()
}
