import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { checkFields } from '../start/form-check.ts'
import { FormProblem } from '../start/form-problem.tsx'
import { Password } from '../start/password.tsx'
import { useTexts } from '../texts/use-texts.ts'

interface PasswordDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  action: string
  color?: ButtonProps['color']
  onClose: () => void
  onConfirm: (password: string) => void
  pending: boolean
  error: unknown
}

/** Asks for the password before something that only the account's owner may do. */
export function PasswordDialog({ title, children, action, color, onClose, ...confirm }: PasswordDialogProps) {
  const { account, common, start } = useTexts()
  const [password, setPassword] = useState('')
  const [blank, setBlank] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = checkFields({ password }, start.problem).password
    setBlank(problem)
    if (!problem) confirm.onConfirm(password)
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <div>{children}</div>
          <Password
            label={account.twoFactor.confirm}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={blank}
            autoComplete="current-password"
            data-autofocus
          />
          <FormProblem error={confirm.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color={color} loading={confirm.pending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
