import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFirstTexts } from '../texts/use-texts.ts'
import classes from './page.module.css'

interface PageProps {
  /** The page's h1, and the title of the window. */
  title: string
  /** Above the title: where the page belongs. */
  above?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** Full width, for charts and maps. */
  wide?: boolean
  children: ReactNode
}

/** The main part of a page. Its title gets the focus when the page is opened, so that screen readers and keyboards start there. */
export function Page({ title, above, actions, wide = false, children }: PageProps) {
  const { common } = useFirstTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${common.name}`
  }, [title, common.name])
  useEffect(() => {
    // A step later: to give the focus, a browser lays the page out at once.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <main id="content" className={classes.page} data-wide={wide || undefined}>
      {above}
      <Group justify="space-between" align="center" mb="md" gap="sm">
        <Title ref={heading} order={1} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </main>
  )
}
