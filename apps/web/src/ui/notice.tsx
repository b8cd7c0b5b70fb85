import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './notice.module.css'

interface NoticeProps {
  text: string
  /** Takes back what was done. */
  undo?: { onUndo: () => void; pending: boolean }
  onDismiss: () => void
}

/** A closing dialog gives the focus back to where it was, which may be gone; a moment later is after that. */
const AFTER_DIALOG_MS = 60

const FIELDS = 'input, textarea, select'

/**
 * Says what was just done, until it is dismissed, and gives the way back. The focus goes to it: what it had is done with. Who has gone
 * on to a field by then types on there.
 */
export function Notice({ text, undo, onDismiss }: NoticeProps) {
  const { service } = useTexts().maintenance
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is a new notice
  useLayoutEffect(() => {
    const before = document.activeElement
    const takeFocus = () => {
      const now = document.activeElement
      if (now !== before && now?.matches(FIELDS)) return
      box.current?.querySelector('button')?.focus({ preventScroll: true })
    }
    const timer = setTimeout(takeFocus, AFTER_DIALOG_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={classes.notice} ref={box}>
      <span role="status" className={classes.text}>
        {text}
      </span>
      <span className={classes.buttons}>
        {undo && (
          <Button variant="subtle" onClick={undo.onUndo} loading={undo.pending}>
            {service.undo}
          </Button>
        )}
        <ActionIcon onClick={onDismiss} aria-label={service.dismiss}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  )
}
