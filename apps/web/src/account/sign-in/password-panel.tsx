import { Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ApiProblem, api } from '../../api/client.ts'
import { accessKeysQuery } from '../../developer/queries.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { meQuery } from '../../shell/queries.ts'
import { checkFields } from '../../start/form-check.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { Password } from '../../start/password/password.tsx'
import { PasswordStrength } from '../../start/password/password-strength.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Said } from '../../ui/said.tsx'
import { sessionsQuery } from '../queries.ts'

const INITIAL = { password: '', newPassword: '', endOthers: true, revokeKeys: false }

/** Changes the password, and ends the other sessions unless that is not wanted. */
export function PasswordPanel() {
  const { account, start } = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: keys = [] } = useQuery(accessKeysQuery)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async ({ password, newPassword, endOthers, revokeKeys }: typeof INITIAL) => {
      await api('POST /api/auth/change-password', {
        body: { currentPassword: password, newPassword, revokeOtherSessions: endOthers },
      })
      if (revokeKeys) await api('DELETE /app/access-keys')
    },
    onSuccess: () => {
      form.reset()
      return Promise.all([
        queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: accessKeysQuery.queryKey }),
      ])
    },
  })
  const { form, submit, problem } = useCheckedForm({
    initial: INITIAL,
    check: ({ password, newPassword }) => checkFields({ password, newPassword }, start.problem),
    error: change.error,
    refused: (error) =>
      error instanceof ApiProblem && error.code === 'weak_password' ? { newPassword: start.problem.weak_password } : {},
  })
  const field = form.getInputProps
  return (
    <Panel title={account.password.title}>
      <form noValidate onSubmit={submit(change.mutate)}>
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
          <PasswordStrength password={form.values.newPassword} words={[me.name, me.email]} />
          <Checkbox label={account.password.endOthers} {...field('endOthers', { type: 'checkbox' })} />
          {keys.length > 0 && (
            <Checkbox
              label={account.password.revokeKeys(keys.length)}
              description={account.password.revokeKeysHint}
              {...field('revokeKeys', { type: 'checkbox' })}
            />
          )}
          <FormProblem error={problem} />
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
