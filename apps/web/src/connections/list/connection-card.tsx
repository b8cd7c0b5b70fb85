import type { ConnectionOverview } from '@binnacle/contract'
import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { useNow } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { DeviceProblem } from '../device-problem.tsx'
import { nameOf } from '../name.ts'
import { useConnectionActions } from '../queries.ts'
import { type NewKey, stateOf } from '../state.ts'
import { StateBadge } from '../state-badge.tsx'
import classes from './connection-card.module.css'
import { RemoveConnection } from './remove-connection.tsx'
import { RenameConnection } from './rename-connection.tsx'
import { RotateKey } from './rotate-key.tsx'

interface ConnectionCardProps {
  vesselId: string
  connection: ConnectionOverview
  onNewKey: (id: string, key: NewKey) => void
}

/** An onboard device of the boat: how it is doing, and what can be done with it. */
export function ConnectionCard({ vesselId, connection, onNewKey }: ConnectionCardProps) {
  const { connections: texts } = useTexts()
  const { change } = useConnectionActions(vesselId)
  const state = stateOf(connection, useNow())
  const { id, enabled, last_error, provider_name } = connection
  const name = nameOf(connection, texts)
  return (
    <article aria-label={name}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.name}>{name}</h2>
          {connection.label && <div className={classes.provider}>{texts.ofCatalogue(provider_name)}</div>}
        </div>
        <StateBadge state={state} />
      </div>
      <Facts vesselId={vesselId} connection={connection} />
      {last_error && enabled && <DeviceProblem lastError={last_error} />}
      {state === 'silent' && <p style={{ margin: 0 }}>{texts.silentHelp}</p>}
      {change.error && <Problem error={change.error} />}
      <Switch
        mt="md"
        label={texts.enable}
        checked={change.isPending ? Boolean(change.variables?.enabled) : enabled}
        onChange={(event) => change.mutate({ id, enabled: event.currentTarget.checked })}
      />
      <Actions vesselId={vesselId} connection={connection} onNewKey={onNewKey} />
    </article>
  )
}

function Facts({ vesselId, connection }: { vesselId: string; connection: ConnectionOverview }) {
  const { connections: texts } = useTexts()
  const format = useFormat()
  const { last_seen_at, readings_last_day, ingest_key_prefix, cameras } = connection
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.lastSeen}</dt>
        <dd>{last_seen_at ? <Age at={last_seen_at} /> : texts.never}</dd>
      </div>
      {(readings_last_day > 0 || cameras.length === 0) && (
        <div>
          <dt>{texts.readings}</dt>
          <dd>{format.number(readings_last_day)}</dd>
        </div>
      )}
      <div>
        <dt>{texts.key}</dt>
        <dd>
          <code>{ingest_key_prefix}</code>
        </dd>
      </div>
      {cameras.length > 0 && (
        <div>
          <dt>{texts.camerasOf}</dt>
          <dd>
            {cameras.map(({ id, label }, i) => (
              <span key={id}>
                {i > 0 && ', '}
                <Link to="/boats/$boatId/cameras/$cameraId" params={{ boatId: vesselId, cameraId: id }}>
                  {label}
                </Link>
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

function Actions({ vesselId, connection, onNewKey }: ConnectionCardProps) {
  const { connections: texts } = useTexts()
  const [open, setOpen] = useState<'rename' | 'rotate' | 'remove' | null>(null)
  const dialog = (which: typeof open) => ({
    vesselId,
    connection,
    opened: open === which,
    onClose: () => setOpen(null),
  })
  return (
    <div className={classes.actions}>
      <LinkButton
        variant="default"
        to="/boats/$boatId/connections"
        params={{ boatId: vesselId }}
        search={{ setup: connection.id }}
      >
        {texts.setUp}
      </LinkButton>
      <Button variant="default" onClick={() => setOpen('rename')}>
        {texts.rename}
      </Button>
      <Button variant="default" onClick={() => setOpen('rotate')}>
        {texts.rotate}
      </Button>
      <Button variant="default" c="var(--late)" onClick={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      <RenameConnection {...dialog('rename')} />
      <RotateKey {...dialog('rotate')} onNewKey={(key) => onNewKey(connection.id, key)} />
      <RemoveConnection {...dialog('remove')} />
    </div>
  )
}
