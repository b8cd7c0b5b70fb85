import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem, api } from '../../api/client.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { checkFields } from '../form-check.ts'
import { FormProblem } from '../form-problem.tsx'
import classes from '../frame/entry-frame.module.css'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { Password } from './password.tsx'
import { PasswordStrength } from './password-strength.tsx'

/** Takes a new password for the link in an e-mail. Its token follows the #, where no server's log sees it. */
export function ResetPasswordPage() {
  const { start } = useFirstTexts()
  const { hash } = useLocation()
  const [token] = useState(hash)
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      api('POST /api/auth/reset-password', { body: { token, newPassword } }),
  })
  const { form, submit, problem } = useCheckedForm({
    initial: { newPassword: '' },
    check: (fields) => checkFields(fields, start.problem),
    error: reset.error,
    refused: (error) =>
      error instanceof ApiProblem && error.code === 'weak_password' ? { newPassword: start.problem.weak_password } : {},
  })
  if (reset.isSuccess)
    return (
      <EntryFrame title={start.reset.doneTitle} text={start.reset.done}>
        <p className={classes.foot}>
          <Link to="/sign-in">{start.forgot.back}</Link>
        </p>
      </EntryFrame>
    )
  return (
    <EntryFrame title={start.reset.title} text={token ? undefined : start.problem.link_invalid}>
      {token && (
        <form noValidate onSubmit={submit((fields) => reset.mutate(fields))}>
          <Stack>
            <FormProblem error={problem} />
            <Password
              label={start.reset.password}
              description={start.passwordHint}
              {...form.getInputProps('newPassword')}
              autoComplete="new-password"
            />
            <PasswordStrength password={form.values.newPassword} words={[]} />
            <Button type="submit" size="lg" loading={reset.isPending}>
              {start.reset.action}
            </Button>
          </Stack>
        </form>
      )}
      <p className={classes.foot}>
        <Link to="/forgot-password">{start.reset.again}</Link>
      </p>
    </EntryFrame>
  )
}
