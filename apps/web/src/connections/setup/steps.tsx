import type { ReactNode } from 'react'
import classes from './steps.module.css'

/** Things to do one after the other, with numbers. */
export const Steps = ({ children }: { children: ReactNode }) => <ol className={classes.steps}>{children}</ol>

export function Step({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <li className={classes.step}>
      <h3 className={classes.title}>{title}</h3>
      {children && <div className={classes.body}>{children}</div>}
    </li>
  )
}
