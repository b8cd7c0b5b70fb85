import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { checkFields } from '../form-check.ts'
import { FormProblem } from '../form-problem.tsx'
import { hasKeyboard } from '../frame/has-keyboard.ts'
import { hasPasskeys, signInWithPasskey } from '../sign-in/passkey.ts'
import { usePasskeyAutofill } from '../sign-in/use-passkey-autofill.ts'
import { Password } from './password.tsx'

interface PasswordFormProps {
  /** Why the form is shown again. */
  problem: unknown
  signedIn: () => void
  /** The password is right, and a code is needed. */
  codeNeeded: () => void
  /** Other ways to sign in. */
  children?: ReactNode
}

const EMPTY = { email: '', password: '' }

/** Signs in by e-mail and password, or by a passkey. */
export function PasswordForm({ problem, signedIn, codeNeeded, children }: PasswordFormProps) {
  const { start } = useFirstTexts()
  const byPassword = useMutation({
    mutationFn: ({ email, password }: typeof EMPTY) =>
      api('POST /api/auth/sign-in/email', { body: { email: email.trim(), password } }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? codeNeeded() : signedIn()),
  })
  const byPasskey = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: signedIn })
  const stopAutofill = usePasskeyAutofill(signedIn)
  const { form, submit } = useCheckedForm({
    initial: EMPTY,
    check: (fields) => checkFields(fields, start.problem),
  })
  return (
    <form
      noValidate
      onSubmit={submit((fields) => {
        byPasskey.reset()
        byPassword.mutate(fields)
      })}
    >
      <Stack>
        <FormProblem error={byPasskey.error ?? byPassword.error ?? (byPassword.isPending ? null : problem)} />
        <TextInput
          type="email"
          label={start.email}
          {...form.getInputProps('email')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          autoFocus={hasKeyboard()}
        />
        <Password label={start.password} {...form.getInputProps('password')} autoComplete="current-password" />
        <Button type="submit" size="lg" loading={byPassword.isPending}>
          {start.signIn.action}
        </Button>
        {(hasPasskeys() || children) && <Divider label={start.or} />}
        {hasPasskeys() && (
          <Button
            variant="default"
            size="lg"
            leftSection={<IconFingerprint size={22} aria-hidden />}
            loading={byPasskey.isPending}
            onClick={() => {
              stopAutofill()
              byPassword.reset()
              byPasskey.mutate()
            }}
          >
            {start.signIn.passkey}
          </Button>
        )}
        {children}
      </Stack>
    </form>
  )
}
