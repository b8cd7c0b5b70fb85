import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Mark } from '../../shell/mark.tsx'
import { useFirstTexts } from '../../texts/use-texts.ts'
import classes from './entry-frame.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Scene } from './scene.tsx'

interface EntryFrameProps {
  /** The page's h1, and the title of the window. */
  title: string
  text?: ReactNode
  children: ReactNode
}

/** What is around every page for somebody who is not signed in. */
export function EntryFrame({ title, text, children }: EntryFrameProps) {
  const { common, start } = useFirstTexts()
  useEffect(() => {
    document.title = `${title} · ${common.name}`
  }, [title, common.name])
  return (
    <div className={classes.frame}>
      <header className={classes.front}>
        <Scene />
        <p className={classes.brand}>
          <Mark size={44} /> {common.name}
        </p>
        <p className={classes.motto}>{start.motto}</p>
      </header>
      <div className={classes.sheet}>
        <main id="content" className={classes.main}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {text && <p className={classes.text}>{text}</p>}
          {children}
        </main>
        <LanguageSwitch />
      </div>
    </div>
  )
}
