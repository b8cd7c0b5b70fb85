import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
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
  const [name, setName] = useState(me.name)
  const [blank, setBlank] = useState<string>()
  const save = useMutation({
    mutationFn: () => api('POST /api/auth/update-user', { body: { name: name.trim() } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = checkFields({ name }, start.problem).name
    setBlank(problem)
    if (!problem) save.mutate()
  }

  return (
    <Panel title={account.profile.title}>
      <form onSubmit={submit} noValidate>
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
              value={name}
              onChange={(event) => {
                setName(event.currentTarget.value)
                save.reset()
              }}
              error={blank}
              autoComplete="name"
              maxLength={200}
              style={{ flex: '1 1 16rem' }}
            />
            <Button type="submit" disabled={name.trim() === me.name} loading={save.isPending}>
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
