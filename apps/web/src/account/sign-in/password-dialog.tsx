import { type ButtonProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { checkFields } from '../../start/form-check.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { Password } from '../../start/password/password.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'

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
  const { account, start } = useTexts()
  const { form, submit } = useCheckedForm({
    initial: { password: '' },
    check: (fields) => checkFields(fields, start.problem),
  })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form noValidate onSubmit={submit(({ password }) => confirm.onConfirm(password))}>
        <Stack>
          <div>{children}</div>
          <Password
            label={account.twoFactor.confirm}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <FormProblem error={confirm.error} />
          <FormButtons action={action} pending={confirm.pending} onCancel={onClose} color={color} />
        </Stack>
      </form>
    </Dialog>
  )
}
