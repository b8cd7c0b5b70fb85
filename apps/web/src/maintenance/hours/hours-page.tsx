import type { EngineHourLog, Usage } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useLogText } from '../logbook/use-log-text.ts'
import { hoursQuery } from '../queries.ts'
import { useRemoval } from '../use-removal.ts'
import { AddHours } from './add-hours.tsx'
import { CorrectHours } from './correct-hours.tsx'
import classes from './hours.module.css'
import { MeterPicture } from './meter-picture.tsx'
import { RecentReadings } from './recent-readings.tsx'

/** The hour meter: what it shows, how it went, a new reading, and a correction. */
export function HoursPage() {
  const id = useBoatId()
  const { hours: words } = useTexts().maintenance
  const meter = useQuery(hoursQuery(id))
  const [said, setSaid] = useState<{ text: string; entry?: EngineHourLog } | null>(null)
  const say = (text: string, entry?: EngineHourLog) => setSaid({ text, entry })
  const logText = useLogText()
  const undo = useRemoval(id, say)
  const takeBack = (entry: EngineHourLog) => {
    const title = logText({ service_log: null, engine_hour_log: entry })
    undo.mutate({ route: 'DELETE /app/hour-logs/{id}', id: entry.id, title, removed: words.undone })
  }
  return (
    <Page title={words.title}>
      {meter.data ? (
        <>
          <Now {...meter.data} />
          <Panel title={words.history}>
            <MeterPicture readings={meter.data.readings} />
          </Panel>
        </>
      ) : meter.error ? (
        <Problem error={meter.error} retry={() => meter.refetch()} />
      ) : (
        <Skeletons count={2} height={200} />
      )}
      <div className={classes.columns}>
        <AddHours onSaved={say} />
        <CorrectHours onSaved={say} />
      </div>
      <Panel
        title={words.readings}
        actions={
          <LinkButton to="/boats/$boatId/logbook" params={{ boatId: id }} search={{ kind: 'hours' }} variant="subtle">
            {words.allReadings}
          </LinkButton>
        }
      >
        <RecentReadings boatId={id} />
      </Panel>
      {said && (
        <Notice
          text={said.text}
          undo={said.entry && { onUndo: () => takeBack(said.entry!), pending: undo.isPending }}
          onDismiss={() => setSaid(null)}
        />
      )}
    </Page>
  )
}

interface NowProps {
  engine_hours: number | null
  usage: Usage | null
  readings: readonly { hours: number; logged_at: string; source: keyof Sources }[]
}
type Sources = ReturnType<typeof useTexts>['maintenance']['hours']['sources']

function Now({ engine_hours, usage, readings }: NowProps) {
  const { hours: words } = useTexts().maintenance
  const format = useFormat()
  const now = useNow()
  const read = readings.findLast(({ hours }) => hours === engine_hours)
  const pace = usage && format.hours(usage.hours_a_week, 1)
  return (
    <Panel title={words.now}>
      {engine_hours === null ? (
        <p className={classes.quiet}>{words.unknown}</p>
      ) : (
        <p className={classes.now}>{format.hours(engine_hours)}</p>
      )}
      {read && (
        <p className={classes.quiet}>{words.asOf(format.ago(read.logged_at, now), words.sources[read.source])}</p>
      )}
      {usage && pace && (
        <p className={classes.quiet}>
          {usage.basis === 'year' ? words.paceYear(pace) : words.paceSince(pace, format.date(usage.from))}
        </p>
      )}
    </Panel>
  )
}
