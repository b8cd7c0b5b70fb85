import { Button, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { meQuery } from '../../shell/queries.ts'
import { Password } from '../../start/password/password.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { problemText } from '../../ui/problem.tsx'
import classes from './data.module.css'
import { useDeleteAccount } from './export-queries.ts'
import { asksForProof, ProveIdentity } from '../sign-in/prove-identity.tsx'
import { signInMethodsQuery } from '../queries.ts'
import { WhatGoes } from './what-goes.tsx'

/** Deletes the account, after the e-mail address has been typed and the password given. */
export function DeleteAccount() {
  const { data: texts } = useTexts()
  const { data: me } = useSuspenseQuery(meQuery)
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const remove = useDeleteAccount()
  const { data: methods } = useQuery(signInMethodsQuery)
  const withPassword = methods?.password !== false
  const asksWho = !withPassword && asksForProof(remove.error)
  const close = () => {
    setAsking(false)
    setPassword('')
    remove.reset()
  }
  return (
    <Panel title={texts.remove.title}>
      <p className={classes.text}>
        {texts.remove.text} {texts.remove.first}
      </p>
      <Button variant="default" c="var(--late)" onClick={() => setAsking(true)}>
        {texts.remove.action}
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={texts.remove.ask}
        action={texts.remove.action}
        typed={{ label: texts.remove.typed(me.email), value: me.email }}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(password)}
      >
        <Stack>
          <WhatGoes />
          {withPassword && (
            <Password
              label={texts.remove.password}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="current-password"
            />
          )}
          <div role="alert">{remove.error && !asksWho && <Refusal error={remove.error} />}</div>
        </Stack>
      </Confirm>
      {asksWho && <ProveIdentity onProved={() => remove.mutate('')} onClose={remove.reset} />}
    </Panel>
  )
}

function Refusal({ error }: { error: Error }) {
  const { data, common } = useTexts()
  const code = error instanceof ApiProblem ? error.code : ''
  const { problem } = data.remove
  const known = Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : null
  return <p className={classes.problem}>{known ?? problemText(error, common)}</p>
}
