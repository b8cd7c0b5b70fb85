import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, api } from '../../api/client.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { checkFields } from '../form-check.ts'
import { FormProblem } from '../form-problem.tsx'
import { TotpInput } from './totp-input.tsx'

interface CodeFormProps {
  signedIn: () => void
  /** The sign-in has ended: start over, and say why if there is a reason. */
  startOver: (problem: unknown) => void
}

/** The second step of signing in: a code of the authenticator app, or a backup code. */
export function CodeForm({ signedIn, startOver }: CodeFormProps) {
  const { start } = useFirstTexts()
  const [backup, setBackup] = useState(false)
  const check = useMutation({
    mutationFn: (code: string) => {
      const body = { code: code.trim() }
      return backup
        ? api('POST /api/auth/two-factor/verify-backup-code', { body })
        : api('POST /api/auth/two-factor/verify-totp', { body })
    },
    onSuccess: signedIn,
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'sign_in_again') startOver(error)
      form.reset()
    },
  })

  const { form, submit, problem } = useCheckedForm({
    initial: { code: '' },
    check: (fields) => checkFields(fields, start.problem),
    error: check.error,
    refused: (error) =>
      backup && error instanceof ApiProblem && error.code === 'invalid_code'
        ? { code: start.problem.invalid_backup_code }
        : {},
  })

  function change(kind: boolean) {
    setBackup(kind)
    form.reset()
    check.reset()
  }

  return (
    <form noValidate onSubmit={submit(({ code }) => check.mutate(code))}>
      <Stack>
        <p style={{ margin: 0 }}>{backup ? start.code.backupText : start.code.text}</p>
        {backup ? (
          <TextInput
            key="backup"
            label={start.code.backupLabel}
            {...form.getInputProps('code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            autoFocus
          />
        ) : (
          <TotpInput
            key="totp"
            label={start.code.label}
            onComplete={(complete) => check.mutate(complete)}
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
        <FormProblem error={problem} />
        <Button type="submit" size="lg" loading={check.isPending}>
          {start.code.action}
        </Button>
        <Button variant="subtle" onClick={() => change(!backup)}>
          {backup ? start.code.useApp : start.code.useBackup}
        </Button>
        <Button variant="subtle" onClick={() => startOver(null)}>
          {start.code.startOver}
        </Button>
      </Stack>
    </form>
  )
}
