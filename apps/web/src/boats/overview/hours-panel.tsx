import type { VesselOverview } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './overview.module.css'

/** What the hour meter shows, and since when. */
export function HoursPanel({ boat: { vessel, engine_hour_logs } }: { boat: VesselOverview }) {
  const { overview } = useTexts().boats
  const format = useFormat()
  const now = useNow()
  const read = engine_hour_logs.find(({ hours }) => hours === vessel.engine_hours)
  const known = vessel.engine_hours !== null
  return (
    <Panel title={overview.hours}>
      {known ? (
        <p className={classes.big}>
          {format.number(vessel.engine_hours!)}{' '}
          <small>h{read && `, ${overview.hoursAsOf(format.ago(read.logged_at, now))}`}</small>
        </p>
      ) : (
        <p className={classes.quiet}>{overview.noHours}</p>
      )}
      <LinkButton to="/boats/$boatId/hours" params={{ boatId: vessel.id }} variant="default" mt="sm">
        {known ? overview.addHours : overview.setHours}
      </LinkButton>
    </Panel>
  )
}
