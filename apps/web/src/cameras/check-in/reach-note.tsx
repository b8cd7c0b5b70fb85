import type { CameraOverview } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { Reach } from './check-in.ts'
import classes from './check-in-panel.module.css'

interface ReachNoteProps {
  reach: Exclude<Reach, 'listening'>
  connection: CameraOverview['connection']
  now: number
}

/** Why nobody on board may hear a request, and the way to what can be done about it. */
export function ReachNote({ reach, connection, now }: ReachNoteProps) {
  const { checkIn: texts } = useTexts().cameras
  const format = useFormat()
  const boatId = useBoatId()
  const seen = connection?.last_seen_at
  return (
    <p className={classes.note}>
      {reach === 'silent' ? texts.silent(seen ? format.ago(seen, now) : null) : texts[reach]}{' '}
      <Link to="/boats/$boatId/connections" params={{ boatId }}>
        {texts.toConnections}
      </Link>
    </p>
  )
}
