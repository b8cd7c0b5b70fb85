import type { SignInMethods } from '@binnacle/contract'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { leaveFor, NAMED_BUTTON, OidcProblem } from '../../start/sign-in/oidc.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Said } from '../../ui/said.tsx'
import classes from '../account.module.css'
import { signInMethodsQuery } from '../queries.ts'
import { asksForProof, ProveIdentity } from './prove-identity.tsx'

/** The account at the operator's sign-in provider: link, unlink. */
export function OidcPanel({ name, linked_at }: NonNullable<SignInMethods['oidc']>) {
  const { oidc: texts } = useTexts().account
  const { error } = useSearch({ from: '/owner/account' })
  const format = useFormat()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const link = useMutation({ mutationFn: () => api('POST /app/oidc/link'), onSuccess: leaveFor })
  const unlink = useMutation({
    mutationFn: () => api('DELETE /app/oidc/link'),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
      setAsking(false)
    },
  })
  const problem = link.error ?? (error ? new OidcProblem(error) : null)
  return (
    <Panel title={name}>
      <Stack>
        <p className={classes.text}>{linked_at ? texts.linked(name, format.date(linked_at)) : texts.text(name)}</p>
        <FormProblem error={asksForProof(problem) ? null : problem} />
        <div>
          {linked_at ? (
            <Button variant="default" onClick={() => setAsking(true)}>
              {texts.unlink}
            </Button>
          ) : (
            <Button styles={NAMED_BUTTON} loading={link.isPending} onClick={() => link.mutate()}>
              {texts.link(name)}
            </Button>
          )}
        </div>
        <Said>{unlink.isSuccess ? texts.unlinked : null}</Said>
      </Stack>
      {asksForProof(link.error) && <ProveIdentity onProved={() => link.mutate()} onClose={link.reset} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.unlinkTitle(name)}
        action={texts.unlink}
        onConfirm={() => unlink.mutate()}
        pending={unlink.isPending}
        error={unlink.error}
      >
        {texts.unlinkText(name)}
      </Confirm>
    </Panel>
  )
}
