import { useEffect, useRef } from 'react'

/** In the state of an entry of the history that something open over a page has. */
const MARK = 'over'
const open = new Set<number>()
let last = 0

const marked = (): number | undefined => history.state?.[MARK]

/** Not history.pushState itself: the router listens to that, and the page stays the same. */
const push = (mark: number) => History.prototype.pushState.call(history, { ...history.state, [MARK]: mark }, '')

/** An entry of what is closed since, such as after a reload, is passed over. */
addEventListener('popstate', () => {
  const mark = marked()
  if (mark !== undefined && !open.has(mark)) history.back()
})

/**
 * While something is open over the page, Back closes it and the page stays. It has an entry of its own in the history, which goes
 * with it when it is closed in another way.
 */
export function useBackCloses(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    last += 1
    const mine = last
    // A moment later, since React mounts twice in development.
    const opening = setTimeout(() => {
      open.add(mine)
      push(mine)
    })
    const onPop = () => {
      if (open.has(mine) && (marked() ?? 0) < mine) latest.current()
    }
    addEventListener('popstate', onPop)
    return () => {
      clearTimeout(opening)
      removeEventListener('popstate', onPop)
      // The page may have gone on to another: then the entry is passed over on the way back.
      if (open.delete(mine) && marked() === mine) history.back()
    }
  }, [opened])
}
