import type { VesselOverview } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './overview.module.css'
import { type Recent, recentEntries } from './recent.ts'

const SHOWN = 4

/** What was done on board lately. */
export function LogPanel({ boat: { vessel, service_logs, engine_hour_logs } }: { boat: VesselOverview }) {
  const { overview } = useTexts().boats
  const entries = recentEntries(service_logs, engine_hour_logs, SHOWN)
  return (
    <Panel
      title={overview.recent}
      actions={
        <LinkButton
          to="/boats/$boatId/logbook"
          params={{ boatId: vessel.id }}
          variant="subtle"
          className={classes.more}
        >
          {overview.logbook}
        </LinkButton>
      }
    >
      {entries.length === 0 ? (
        <p className={classes.quiet}>{overview.noLog}</p>
      ) : (
        <ul className={classes.rows}>
          {entries.map((recent) => (
            <Entry key={recent.id} recent={recent} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Entry({ recent }: { recent: Recent }) {
  const format = useFormat()
  const { overview } = useTexts().boats
  return (
    <li className={classes.row}>
      <span>{recent.kind === 'service' ? recent.entry.title : hoursText(recent.entry)}</span>
      <small>
        {recent.kind === 'service' ? format.day(recent.at) : format.date(recent.at)}
        {recent.kind === 'service' && recent.entry.cost !== null && (
          <> · {format.money(recent.entry.cost, recent.entry.currency)}</>
        )}
      </small>
    </li>
  )

  function hoursText({ hours, litres }: { hours: number | null; litres: number | null }): string {
    const meter = hours !== null && overview.meterAt(format.hours(hours))
    const fuel = litres !== null && overview.fuelled(format.volume(litres))
    return [meter, fuel].filter(Boolean).join(', ')
  }
}
