import { useEffect, useRef } from 'react'

/** In the state of an entry of the history that something open over a page has. */
const MARK = 'over'
const open = new Set<number>()
/** Marks grow, over a reload, too: the entries of the page before are still in the history. */
let last = Date.now()

const marked = (): number | undefined => history.state?.[MARK]

/** Not history.pushState itself: the router listens to that, and the page stays the same. */
const push = (mark: number) => History.prototype.pushState.call(history, { ...history.state, [MARK]: mark }, '')

/** Settled when the entry that was left last is really left, which the browser does a moment later. */
let left = Promise.resolve()

function leave(): void {
  left = new Promise((resolve) => addEventListener('popstate', () => resolve(), { once: true }))
  history.back()
}

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
    let closed = false
    // A moment later, since React mounts twice in development. A question that takes the place of a form waits until the form's entry
    // is left: otherwise its own would be left in its place, and it would close by itself.
    const opening = setTimeout(async () => {
      await left
      if (closed) return
      open.add(mine)
      push(mine)
    })
    const onPop = () => {
      if (open.has(mine) && (marked() ?? 0) < mine) latest.current()
    }
    addEventListener('popstate', onPop)
    return () => {
      closed = true
      clearTimeout(opening)
      removeEventListener('popstate', onPop)
      // The page may have gone on to another: then the entry is passed over on the way back.
      if (open.delete(mine) && marked() === mine) leave()
    }
  }, [opened])
}
