import { useEffect, useRef } from 'react'

/** What is open over the page, the topmost last. */
const open: { close: () => void }[] = []

/** A list that is open inside a dialog takes Escape for itself, and Mantine marks it so. */
const isTaken = ({ target }: Event) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

// One listener for all: of a question over a form, each with a listener of its own, both would close.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && !event.isComposing && !isTaken(event)) open.at(-1)?.close()
  },
  { capture: true },
)

/** While it is open, Escape closes it, unless something else is open over it. Its Modal has `closeOnEscape={false}`. */
export function useEscapeCloses(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    const mine = { close: () => latest.current() }
    open.push(mine)
    return () => void open.splice(open.indexOf(mine), 1)
  }, [opened])
}
