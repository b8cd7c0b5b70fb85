import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

interface EmptyProps {
  icon: Icon
  title: string
  text?: ReactNode
  /** What to do next: a button or link. */
  action?: ReactNode
}

/** What a list shows while there is nothing in it. */
export function Empty({ icon: Icon, title, text, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <Icon size={48} stroke={1.4} aria-hidden />
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}
