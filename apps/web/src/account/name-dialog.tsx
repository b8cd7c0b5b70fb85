import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { checkFields } from '../start/form-check.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useFocusBack } from '../ui/use-focus-back.ts'

interface NameDialogProps {
  title: string
  initial: string
  action: string
  onClose: () => void
  onConfirm: (name: string) => void
  pending: boolean
  /** What went wrong. */
  children?: ReactNode
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, initial, action, onClose, onConfirm, pending, children }: NameDialogProps) {
  const { account, common, start } = useTexts()
  useFocusBack()
  const [name, setName] = useState(initial)
  const [blank, setBlank] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = checkFields({ name }, start.problem).name
    setBlank(problem)
    if (!problem) onConfirm(name.trim())
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={account.passkeys.name}
            description={account.passkeys.nameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={blank}
            maxLength={80}
            autoComplete="off"
            data-autofocus
          />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
