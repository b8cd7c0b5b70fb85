import type { Passkey } from '@binnacle/contract'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceOf } from '../../format/user-agent.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { addPasskey, hasPasskeys } from '../../start/sign-in/passkey.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Said } from '../../ui/said.tsx'
import classes from '../account.module.css'
import { signInMethodsQuery } from '../queries.ts'
import { NameDialog } from './name-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { asksForProof, ProveIdentity } from './prove-identity.tsx'

/** The passkeys of the account: add, rename, remove. */
export function PasskeysPanel({ passkeys }: { passkeys: Passkey[] }) {
  const { passkeys: texts } = useTexts().account
  const queries = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const changed = async (what: string | null) => {
    await queries.invalidateQueries({ queryKey: signInMethodsQuery.queryKey })
    setSaid(what)
  }
  return (
    <Panel title={texts.title}>
      <Stack>
        <p className={classes.text}>{texts.text}</p>
        {passkeys.length > 0 ? (
          <ul className={classes.rows}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChanged={changed} />
            ))}
          </ul>
        ) : (
          <p className={classes.quiet}>{texts.none}</p>
        )}
        {hasPasskeys() ? (
          <div>
            <Button variant={passkeys.length > 0 ? 'default' : 'filled'} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          </div>
        ) : (
          <p className={classes.quiet}>{texts.unsupported}</p>
        )}
        <Said>{said}</Said>
      </Stack>
      {adding && (
        <AddPasskey
          onAdded={async (name) => {
            await changed(texts.isAdded(name))
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}

/** The draft of a new one. */
const NEW = 'passkey'

function AddPasskey({ onAdded, onClose }: { onAdded: (name: string) => Promise<void>; onClose: () => void }) {
  const { passkeys, sessions } = useTexts().account
  const { browser, system } = deviceOf(navigator.userAgent)
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: (_, name) => {
      forgetDraft(NEW)
      return onAdded(name)
    },
  })
  if (asksForProof(add.error) && add.variables) {
    const name = add.variables
    return <ProveIdentity onProved={() => add.mutate(name)} onClose={onClose} />
  }
  return (
    <NameDialog
      title={passkeys.add}
      initial={sessions.on(browser, system)}
      draft={NEW}
      action={passkeys.create}
      onClose={onClose}
      onConfirm={add.mutate}
      pending={add.isPending}
    >
      <FormProblem error={add.error} />
    </NameDialog>
  )
}
