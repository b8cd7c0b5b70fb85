import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { meQuery } from '../shell/queries.ts'
import { checkFields } from '../start/form-check.ts'
import { FormProblem } from '../start/form-problem.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Said } from '../ui/said.tsx'
import classes from './account.module.css'

/** Who is signed in; the name can be changed. */
export function ProfilePanel() {
  const { account, common, start } = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => api('POST /api/auth/update-user', { body: { name: name.trim() } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
  })
  const { form, submit } = useCheckedForm({
    initial: { name: me.name },
    check: (fields) => checkFields(fields, start.problem),
  })
  const name = form.getInputProps('name')
  return (
    <Panel title={account.profile.title}>
      <form noValidate onSubmit={submit(save.mutate)}>
        <Stack>
          <dl className={classes.facts}>
            <dt>{account.profile.email}</dt>
            <dd>{me.email}</dd>
            <dt>{account.profile.plan}</dt>
            <dd>
              {account.plans[me.plan]}
              {me.operator && ` · ${account.profile.operator}`}
            </dd>
          </dl>
          <Group align="flex-end">
            <TextInput
              label={account.profile.name}
              {...name}
              onChange={(event) => {
                name.onChange(event)
                save.reset()
              }}
              autoComplete="name"
              maxLength={200}
              style={{ flex: '1 1 16rem' }}
            />
            <Button type="submit" disabled={form.values.name.trim() === me.name} loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
          <FormProblem error={save.error} />
          <Said>{save.isSuccess ? account.profile.saved : null}</Said>
        </Stack>
      </form>
    </Panel>
  )
}
