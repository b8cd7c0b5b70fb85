import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiProblem, api } from '../api/client.ts'
import { useTexts } from '../texts/use-texts.ts'
import { checkFields } from './form-check.ts'
import { FormProblem } from './form-problem.tsx'
import { TotpInput } from './totp-input.tsx'

interface CodeFormProps {
  signedIn: () => void
  /** The sign-in has ended: begin again, and say why where there is a reason. */
  startOver: (problem: unknown) => void
}

/** The second step of signing in: a code of the authenticator app, or a backup code. */
export function CodeForm({ signedIn, startOver }: CodeFormProps) {
  const { start } = useTexts()
  const [backup, setBackup] = useState(false)
  const [code, setCode] = useState('')
  const [blank, setBlank] = useState<string>()
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
      setCode('')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = checkFields({ code }, start.problem).code
    setBlank(problem)
    if (!problem) check.mutate(code)
  }

  function change(kind: boolean) {
    setBackup(kind)
    setCode('')
    setBlank(undefined)
    check.reset()
  }

  const { problem } = start
  const wrongBackup = backup && check.error instanceof ApiProblem && check.error.code === 'invalid_code'
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p style={{ margin: 0 }}>{backup ? start.code.backupText : start.code.text}</p>
        {backup ? (
          <TextInput
            key="backup"
            label={start.code.backupLabel}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={wrongBackup ? problem.invalid_backup_code : blank}
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
            value={code}
            onChange={setCode}
            onComplete={(complete) => check.mutate(complete)}
            error={blank}
            autoFocus
          />
        )}
        <FormProblem error={wrongBackup ? null : check.error} />
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
