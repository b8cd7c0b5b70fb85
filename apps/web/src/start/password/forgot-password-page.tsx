import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { checkFields } from '../form-check.ts'
import { FormProblem } from '../form-problem.tsx'
import classes from '../frame/entry-frame.module.css'
import { EntryFrame } from '../frame/entry-frame.tsx'
import { hasKeyboard } from '../frame/has-keyboard.ts'

/** Asks for a link to a new password; says the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const { start } = useFirstTexts()
  const { language } = usePreferences().preferences
  const ask = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      api('POST /api/auth/request-password-reset', { body: { email: email.trim(), language } }),
  })
  const { form, submit } = useCheckedForm({
    initial: { email: '' },
    check: (fields) => checkFields(fields, start.problem),
  })
  return (
    <EntryFrame
      title={start.forgot.title}
      text={ask.isSuccess ? start.forgot.sent(form.values.email.trim()) : start.forgot.text}
    >
      {!ask.isSuccess && (
        <form noValidate onSubmit={submit((fields) => ask.mutate(fields))}>
          <Stack>
            <FormProblem error={ask.error} />
            <TextInput
              type="email"
              label={start.email}
              {...form.getInputProps('email')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={320}
              autoFocus={hasKeyboard()}
            />
            <Button type="submit" size="lg" loading={ask.isPending}>
              {start.forgot.action}
            </Button>
          </Stack>
        </form>
      )}
      <p className={classes.foot}>
        <Link to="/sign-in">{start.forgot.back}</Link>
      </p>
    </EntryFrame>
  )
}
