import type { OperatorAccount } from '@binnacle/contract'
import { Button, Group } from '@mantine/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { asksForProof, ProveIdentity } from '../../account/sign-in/prove-identity.tsx'
import { api } from '../../api/client.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import classes from '../operator.module.css'

interface AccountActionsProps {
  account: OperatorAccount
  /** Called with a message when something was done. */
  onDone: (said: string) => void
}

/** What an operator may do to the account of somebody else. Each asks first, and for a fresh sign-in. */
export function AccountActions({ account, onDone }: AccountActionsProps) {
  const { accounts: texts } = useTexts().operator
  const { id, name, email, suspended_at } = account
  const params = { id }
  const suspend = useAct(() => api('PUT /app/operator/accounts/{id}/suspension', { params }))
  const lift = useAct(() => api('DELETE /app/operator/accounts/{id}/suspension', { params }))
  const remove = useAct(() => api('DELETE /app/operator/accounts/{id}', { params, body: { email } }))
  return (
    <Group gap="xs" className={classes.actions}>
      {suspended_at ? (
        <Act
          words={{ ...texts.lift, of: texts.lift.of(name), title: texts.lift.title(name) }}
          act={lift}
          onDone={() => onDone(texts.lift.done(name))}
        >
          {texts.lift.text(email)}
        </Act>
      ) : (
        <Act
          words={{ ...texts.suspend, of: texts.suspend.of(name), title: texts.suspend.title(name) }}
          act={suspend}
          onDone={() => onDone(texts.suspend.done(name))}
        >
          {texts.suspend.text(email)}
        </Act>
      )}
      <Act
        words={{ ...texts.remove, of: texts.remove.of(name), title: texts.remove.title(name) }}
        act={remove}
        typed={{ label: texts.remove.typed(email), value: email }}
        onDone={() => onDone(texts.remove.done(name))}
      >
        {texts.remove.text}
      </Act>
    </Group>
  )
}

function useAct(act: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  })
}

interface ActProps {
  /** `of` is the button's name where several accounts are listed. */
  words: { action: string; of: string; title: string }
  act: UseMutationResult<unknown, Error, void>
  typed?: { label: string; value: string }
  onDone: () => void
  /** What will happen. */
  children: ReactNode
}

function Act({ words, act, typed, onDone, children }: ActProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    act.reset()
  }
  const run = () =>
    act.mutate(undefined, {
      onSuccess: () => {
        close()
        onDone()
      },
    })
  const unproved = asksForProof(act.error)
  return (
    <>
      <Button variant="default" aria-label={words.of} onClick={() => setAsking(true)}>
        {words.action}
      </Button>
      {unproved && <ProveIdentity onProved={run} onClose={close} />}
      <Confirm
        opened={asking && !unproved}
        onClose={close}
        title={words.title}
        action={words.action}
        {...(typed && { typed })}
        pending={act.isPending}
        error={act.error}
        onConfirm={run}
      >
        {children}
      </Confirm>
    </>
  )
}
