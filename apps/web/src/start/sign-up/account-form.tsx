import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiProblem, api } from '../../api/client.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useFirstTexts } from '../../texts/use-texts.ts'
import { checkFields } from '../form-check.ts'
import { FormProblem } from '../form-problem.tsx'
import { hasKeyboard } from '../frame/has-keyboard.ts'
import { Password } from '../password/password.tsx'
import { PasswordStrength } from '../password/password-strength.tsx'

interface AccountFormProps {
  action: string
  made: () => void
  /** Asks for the set-up token. */
  first?: boolean
}

interface Fields {
  name: string
  email: string
  newPassword: string
  setupToken?: string
}

const EMPTY: Fields = { name: '', email: '', newPassword: '' }

/** Makes an account, which is then signed in. */
export function AccountForm({ action, made, first }: AccountFormProps) {
  const { start } = useFirstTexts()
  const make = useMutation({
    mutationFn: ({ name, email, newPassword, setupToken }: Fields) =>
      api('POST /api/auth/sign-up/email', {
        body: {
          name: name.trim(),
          email: email.trim(),
          password: newPassword,
          ...(setupToken !== undefined && { setupToken: setupToken.trim() }),
        },
      }),
    onSuccess: made,
  })
  const { form, submit, problem } = useCheckedForm({
    initial: first ? { ...EMPTY, setupToken: '' } : EMPTY,
    check: (fields) => checkFields(fields, start.problem),
    error: make.error,
    refused: (error) => {
      if (!(error instanceof ApiProblem)) return {}
      if (error.code === 'weak_password') return { newPassword: start.problem.weak_password }
      return error.detail?.startsWith('/email') ? { email: start.problem.email_wrong } : {}
    },
  })
  const field = form.getInputProps
  return (
    <form noValidate onSubmit={submit(make.mutate)}>
      <Stack>
        <TextInput
          label={start.yourName}
          {...field('name')}
          autoComplete="name"
          maxLength={200}
          autoFocus={hasKeyboard()}
        />
        <TextInput
          type="email"
          label={start.email}
          {...field('email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
        <Password
          label={start.password}
          description={start.passwordHint}
          {...field('newPassword')}
          autoComplete="new-password"
        />
        <PasswordStrength password={form.values.newPassword} words={[form.values.name, form.values.email]} />
        {first && (
          <TextInput
            label={start.setupToken}
            description={start.setupTokenHint}
            {...field('setupToken')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
          />
        )}
        <FormProblem error={problem} />
        <Button type="submit" size="lg" loading={make.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
