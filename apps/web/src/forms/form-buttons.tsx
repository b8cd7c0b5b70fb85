import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirstTexts } from '../texts/use-texts.ts'

interface FormButtonsProps {
  /** What the form does; without it, to save. */
  action?: ReactNode
  pending: boolean | undefined
  /** Absent: the form is a page's own, and there is nothing to go back to. */
  onCancel?: (() => void) | undefined
  color?: ButtonProps['color']
  disabled?: boolean
  /** Whether the form opens with the focus on its action. */
  focused?: boolean
  /** Stands apart from them, at the other end. */
  children?: ReactNode
}

/** The foot of a form: to leave it, and to send it. */
export function FormButtons({ action, pending, onCancel, color, disabled, focused, children }: FormButtonsProps) {
  const { common } = useFirstTexts()
  return (
    <Group justify="flex-end">
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {common.cancel}
        </Button>
      )}
      <Button
        type="submit"
        loading={pending ?? false}
        {...(color && { color })}
        {...(disabled !== undefined && { disabled })}
        {...(focused && { 'data-autofocus': true })}
      >
        {action ?? common.save}
      </Button>
    </Group>
  )
}
