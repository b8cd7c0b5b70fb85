import { startTransition, useEffect, useState } from 'react'

/**
 * False while a page is drawn first, then true: what is below the first screen comes after it, so that a slow phone shows that
 * sooner.
 */
export function useLater(): boolean {
  const [later, set] = useState(false)
  useEffect(() => startTransition(() => set(true)), [])
  return later
}
