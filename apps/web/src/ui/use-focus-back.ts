import { useEffect } from 'react'

/** For a dialog that is mounted only while it is open: the focus goes back to what had it before, if that is still there. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
