import type { ConnectionOverview } from '@binnacle/contract'
import { Button, Group, Loader } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import type { Texts } from '../../texts/en.ts'
import type { Kind } from '../../texts/keys.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { DeviceProblem } from '../device-problem.tsx'
import { arrivalOf, HELP_AFTER_MS } from '../state.ts'
import classes from './arrival.module.css'

interface ArrivalProps {
  vesselId: string
  connection: ConnectionOverview
  kind: Kind | null
  /** When it was last seen as its key was made. */
  seenBefore: string | null
  onClose: () => void
}

/** Waits for the first reading, and says what to look at when none comes. Live events keep the connection up to date. */
export function Arrival({ vesselId, connection, kind, seenBefore, onClose }: ArrivalProps) {
  const { connections } = useTexts()
  const { arrival: texts, wizard } = connections
  const now = useNow()
  const [opened] = useState(now)
  const arrival = arrivalOf(connection, seenBefore)
  const connected = arrival === 'connected'
  const late = !connected && now - opened >= HELP_AFTER_MS
  return (
    <section className={classes.arrival} data-arrival={arrival} aria-label={texts.title}>
      <p className={classes.line} role="status">
        {connected ? <IconCircleCheck size={28} aria-hidden /> : <Loader size={22} aria-hidden />}
        {connected ? <ConnectedText connection={connection} /> : waitingText(arrival, kind, texts)}
      </p>
      {connection.last_error && <DeviceProblem lastError={connection.last_error} />}
      {late && <Help kind={kind} />}
      <Group gap="sm">
        {connected && <SeeIt vesselId={vesselId} connection={connection} />}
        <Button variant={connected ? 'default' : 'subtle'} onClick={onClose}>
          {connected ? wizard.setup.done : wizard.setup.later}
        </Button>
      </Group>
    </section>
  )
}

function waitingText(arrival: 'waiting' | 'reached', kind: Kind | null, texts: Texts['connections']['arrival']) {
  if (kind === 'camera') return arrival === 'reached' ? texts.reachedCamera : texts.waitingCamera
  return texts[arrival]
}

function ConnectedText({ connection }: { connection: ConnectionOverview }) {
  const { arrival } = useTexts().connections
  const format = useFormat()
  const { readings_last_day, cameras } = connection
  return readings_last_day > 0
    ? arrival.connectedText(format.number(readings_last_day))
    : arrival.connectedCameras(cameras.map(({ label }) => label).join(', '))
}

function SeeIt({ vesselId, connection }: { vesselId: string; connection: ConnectionOverview }) {
  const { arrival } = useTexts().connections
  const params = { boatId: vesselId }
  return connection.readings_last_day > 0 ? (
    <LinkButton to="/boats/$boatId/telemetry" params={params}>
      {arrival.see}
    </LinkButton>
  ) : (
    <LinkButton to="/boats/$boatId/cameras" params={params}>
      {arrival.seeCameras}
    </LinkButton>
  )
}

function Help({ kind }: { kind: Kind | null }) {
  const { arrival } = useTexts().connections
  const lines = arrival.help[kind === 'signalk' ? 'signalk' : kind === 'script' || !kind ? 'script' : 'gateway']
  return (
    <div role="status">
      <strong>{arrival.helpTitle}</strong>
      <ul className={classes.help}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
