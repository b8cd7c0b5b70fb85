import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../texts/use-texts.ts'
import { checkFields, type FieldProblems } from './form-check.ts'
import { FormProblem } from './form-problem.tsx'
import { hasKeyboard } from './has-keyboard.ts'
import { hasPasskeys, signInWithPasskey } from './passkey.ts'
import { Password } from './password.tsx'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

interface PasswordFormProps {
  /** Why the form is shown again. */
  problem: unknown
  signedIn: () => void
  /** The password is right, and a code is needed. */
  codeNeeded: () => void
}

/** Signs in by e-mail and password, or by a passkey. */
export function PasswordForm({ problem, signedIn, codeNeeded }: PasswordFormProps) {
  const { start } = useTexts()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<FieldProblems>({})
  const byPassword = useMutation({
    mutationFn: () => api('POST /api/auth/sign-in/email', { body: { email: email.trim(), password } }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? codeNeeded() : signedIn()),
  })
  const byPasskey = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: signedIn })
  const stopAutofill = usePasskeyAutofill(signedIn)

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = checkFields({ email, password }, start.problem)
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    byPasskey.reset()
    byPassword.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormProblem error={byPasskey.error ?? byPassword.error ?? (byPassword.isPending ? null : problem)} />
        <TextInput
          type="email"
          label={start.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={wrong.email}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          autoFocus={hasKeyboard()}
        />
        <Password
          label={start.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong.password}
          autoComplete="current-password"
        />
        <Button type="submit" size="lg" loading={byPassword.isPending}>
          {start.signIn.action}
        </Button>
        {hasPasskeys() && (
          <>
            <Divider label={start.or} />
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
          </>
        )}
      </Stack>
    </form>
  )
}
