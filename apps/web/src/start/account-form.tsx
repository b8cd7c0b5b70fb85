import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiProblem, api } from '../api/client.ts'
import { useTexts } from '../texts/use-texts.ts'
import { checkFields, type FieldProblems } from './form-check.ts'
import { FormProblem } from './form-problem.tsx'
import { hasKeyboard } from './has-keyboard.ts'
import { Password } from './password.tsx'

/** Makes an account, which is then signed in. */
export function AccountForm({ action, made }: { action: string; made: () => void }) {
  const { start } = useTexts()
  const [fields, setFields] = useState({ name: '', email: '', newPassword: '' })
  const [wrong, setWrong] = useState<FieldProblems>({})
  const make = useMutation({
    mutationFn: () => {
      const { name, email, newPassword } = fields
      return api('POST /api/auth/sign-up/email', {
        body: { name: name.trim(), email: email.trim(), password: newPassword },
      })
    },
    onSuccess: made,
    onError: (error) => {
      if (error instanceof ApiProblem && error.detail?.startsWith('/email'))
        setWrong({ email: start.problem.email_wrong })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = checkFields(fields, start.problem)
    setWrong(problems)
    if (Object.keys(problems).length === 0) make.mutate()
  }

  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: wrong[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })

  return (
    <form onSubmit={submit} noValidate>
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
        <FormProblem error={wrong.email ? null : make.error} />
        <Button type="submit" size="lg" loading={make.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
