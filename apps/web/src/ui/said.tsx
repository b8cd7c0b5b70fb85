import { useEffect, useRef } from 'react'
import classes from './said.module.css'

/**
 * Says what an action did; null or empty while there is nothing to say. It takes the focus when what had it is gone with the
 * action, so that a keyboard does not start again at the top of the page.
 */
export function Said({ children }: { children: string | null }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (children && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  })
  return (
    <p ref={ref} role="status" tabIndex={-1} className={classes.said}>
      {children}
    </p>
  )
}
