import { type AccessKey, SCOPES } from '@binnacle/contract'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { useNow } from '../ui/clock.ts'
import { Confirm } from '../ui/confirm.tsx'
import { keyState } from './expiry.ts'
import { KeyStateBadge } from './key-state-badge.tsx'
import classes from './keys.module.css'
import { useRevokeKey } from './queries.ts'

interface KeyRowProps {
  accessKey: AccessKey
  hasKeys: boolean
  onRevoked: () => void
}

/** A key: what it may do, until when, when it was last used, and how to end it. */
export function KeyRow({ accessKey, hasKeys, onRevoked }: KeyRowProps) {
  const { keys: texts } = useTexts().developer
  const state = keyState(accessKey.expires_at, hasKeys, useNow())
  return (
    <li className={classes.row}>
      <div>
        <Group gap="xs">
          <p className={classes.name} dir="auto">
            {accessKey.name}
          </p>
          <KeyStateBadge state={state} />
        </Group>
        <Facts accessKey={accessKey} expired={state === 'expired'} />
      </div>
      <Revoke accessKey={accessKey} label={texts.revokeOf(accessKey.name)} onRevoked={onRevoked} />
    </li>
  )
}

function Facts({ accessKey, expired }: { accessKey: AccessKey; expired: boolean }) {
  const { keys: texts } = useTexts().developer
  const format = useFormat()
  const { prefix, scopes, created_at, expires_at, last_used_at } = accessKey
  const expiry = expires_at ? (expired ? texts.expired : texts.expires)(format.date(expires_at)) : texts.neverExpires
  return (
    <div className={classes.facts}>
      <code>{prefix}…</code>
      <span>
        {SCOPES.filter((scope) => scopes.includes(scope))
          .map((scope) => texts.may[scope])
          .join(' · ')}
      </span>
      <span>{texts.created(format.date(created_at))}</span>
      <span>{expiry}</span>
      <span>
        {last_used_at ? (
          <>
            {texts.lastUsed} <Age at={last_used_at} />
          </>
        ) : (
          texts.neverUsed
        )}
      </span>
    </div>
  )
}

function Revoke({ accessKey, label, onRevoked }: { accessKey: AccessKey; label: string; onRevoked: () => void }) {
  const { keys: texts } = useTexts().developer
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeKey()
  return (
    <>
      <Button variant="default" c="var(--late)" aria-label={label} onClick={() => setAsking(true)}>
        {texts.revoke}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.revokeTitle(accessKey.name)}
        action={texts.revoke}
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoke.mutate(accessKey.id, { onSuccess: onRevoked })}
      >
        {texts.revokeText}
      </Confirm>
    </>
  )
}
