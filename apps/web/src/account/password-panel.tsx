import { Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { meQuery } from '../shell/queries.ts'
import { checkFields, type FieldProblems } from '../start/form-check.ts'
import { FormProblem } from '../start/form-problem.tsx'
import { Password } from '../start/password.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Said } from '../ui/said.tsx'
import { sessionsQuery } from './queries.ts'

const EMPTY = { password: '', newPassword: '' }

/** Changes the password, and ends the other sessions unless that is not wanted. */
export function PasswordPanel() {
  const { account, start } = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  const queries = useQueryClient()
  const [fields, setFields] = useState(EMPTY)
  const [endOthers, setEndOthers] = useState(true)
  const [wrong, setWrong] = useState<FieldProblems>({})
  const change = useMutation({
    mutationFn: () =>
      api('POST /api/auth/change-password', {
        body: {
          currentPassword: fields.password,
          newPassword: fields.newPassword,
          revokeOtherSessions: endOthers,
        },
      }),
    onSuccess: () => {
      setFields(EMPTY)
      return queries.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problems = checkFields(fields, start.problem)
    setWrong(problems)
    if (Object.keys(problems).length === 0) change.mutate()
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
    <Panel title={account.password.title}>
      <form onSubmit={submit} noValidate>
        <Stack maw="26rem">
          {/* Tells password managers whose password this is. */}
          <input type="email" hidden readOnly autoComplete="username" value={me.email} />
          <Password label={account.password.current} {...field('password')} autoComplete="current-password" />
          <Password
            label={account.password.new}
            description={start.passwordHint}
            {...field('newPassword')}
            autoComplete="new-password"
          />
          <Checkbox
            label={account.password.endOthers}
            checked={endOthers}
            onChange={(event) => setEndOthers(event.currentTarget.checked)}
          />
          <FormProblem error={change.error} />
          <div>
            <Button type="submit" loading={change.isPending}>
              {account.password.change}
            </Button>
          </div>
          <Said>{change.isSuccess ? account.password.changed : null}</Said>
        </Stack>
      </form>
    </Panel>
  )
}
