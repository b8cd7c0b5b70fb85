import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormButtons } from '../forms/form-buttons.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  /** The word on the button that does it. */
  action: string
  /** Must be typed first, for what cannot be undone; with the label of its field. */
  typed?: { label: string; value: string }
  onConfirm: () => void
  pending?: boolean
  error?: unknown
}

/** Asks before something that is not easily undone. */
export function Confirm({ opened, onClose, title, children, action, typed, onConfirm, pending, error }: ConfirmProps) {
  const [text, setText] = useState('')
  const ready = !typed || text.trim() === typed.value.trim()
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onConfirm()
        }}
      >
        <Stack>
          <div>{children}</div>
          {typed && (
            <TextInput
              label={typed.label}
              styles={{ label: { overflowWrap: 'anywhere' } }}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error ? <Problem error={error} /> : null}
          <FormButtons action={action} pending={pending} onCancel={onClose} color="red.9" disabled={!ready} />
        </Stack>
      </form>
    </Dialog>
  )
}
