import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title?: string
  /** Beside the title. */
  actions?: ReactNode
  /** Its id, for links to it. */
  anchor?: string
  children: ReactNode
}

/** A card on a page; with a title it is a section that screen readers list. */
export function Panel({ title, actions, anchor, children }: PanelProps) {
  const id = useId()
  return (
    <section id={anchor} className={classes.panel} aria-labelledby={title && id}>
      {title && (
        <Group justify="space-between" mb="sm" gap="xs">
          <Title order={2} id={id} size="h4">
            {title}
          </Title>
          {actions}
        </Group>
      )}
      {children}
    </section>
  )
}
