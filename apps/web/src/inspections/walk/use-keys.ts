import type { Verdict } from '@binnacle/contract'
import { useEffect, useRef } from 'react'
import { keyMeaning } from '../walk.ts'

interface Keys {
  judge: (verdict: Verdict) => void
  step: (by: 1 | -1) => void
}

/** Where letters and arrows have a meaning of their own: fields, and whatever is open over the page. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null

/** 1, 2 and 3 judge, the arrows go back and on. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      const meaning = keyMeaning(event.key)
      if (meaning === null) return
      event.preventDefault()
      if (typeof meaning === 'number') latest.current.step(meaning)
      else latest.current.judge(meaning)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
