import { useEffect, useRef } from 'react'

/** What is on the page and nowhere else: each tells whether it holds something. */
const holders = new Set<() => boolean>()

/** Whether the page has something that would be lost with it: a form that was typed into, a key that is shown once. */
export const hasUnsaved = (): boolean => [...holders].some((holds) => holds())

export function useUnsaved(holds: () => boolean): void {
  const latest = useRef(holds)
  useEffect(() => {
    latest.current = holds
  })
  useEffect(() => {
    const holder = () => latest.current()
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [])
}
