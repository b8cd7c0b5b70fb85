import type { LogEntry } from '@binnacle/contract'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useFormat } from '../../format/use-format.ts'
import { calendarDay } from '../../forms/calendar-day.ts'
import { useWaiting } from '../../outbox/entries.ts'
import { deletionOf } from '../../outbox/entry.ts'
import { KeepIt, WaitsForDeletion } from '../../outbox/waits-for-deletion.tsx'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from './log.module.css'
import type { Line } from './timeline.ts'
import { useLogText } from './use-log-text.ts'

/** A line of the log: a service, a reading, or a run that telemetry wrote. */
export function LogLine({ line, onEdit }: { line: Line; onEdit: (entry: LogEntry) => void }) {
  return line.kind === 'run' && line.entries.length > 1 ? (
    <RunLine entries={line.entries} />
  ) : (
    <EntryLine entry={line.kind === 'run' ? line.entries[0]! : line.entry} onEdit={onEdit} />
  )
}

function RunLine({ entries }: { entries: readonly LogEntry[] }) {
  const { log } = useTexts().maintenance
  const format = useFormat()
  const [newest, oldest] = [entries[0]!, entries.at(-1)!]
  const [from, to] = [oldest, newest].map(({ engine_hour_log: read }) => format.hours(read?.hours ?? 0))
  return (
    <li className={classes.line}>
      <Day at={newest.at} />
      <div>
        <p className={classes.plain}>{log.run(from!, to!)}</p>
        <p className={classes.quiet}>{log.byOnboardDevice}</p>
      </div>
    </li>
  )
}

/** An entry that belongs to a service is edited there. */
function EntryLine({ entry, onEdit }: { entry: LogEntry; onEdit: (entry: LogEntry) => void }) {
  const { log } = useTexts().maintenance
  const logText = useLogText()
  const title = logText(entry)
  // A reading that came with a service goes with it.
  const deletion = deletionOf(useWaiting(useBoatId()), entry.service_id ?? entry.id)
  return (
    <li className={classes.line} data-deleted={deletion && true}>
      {entry.service_log ? <ServiceDay at={entry.at} /> : <Day at={entry.at} />}
      <div>
        {entry.service_log ? <h3 className={classes.title}>{title}</h3> : <p className={classes.plain}>{title}</p>}
        {deletion ? <WaitsForDeletion /> : <About entry={entry} />}
        {entry.service_log?.note && <p className={classes.note}>{entry.service_log.note}</p>}
      </div>
      {entry.service_id === null &&
        (deletion ? (
          <KeepIt deletion={deletion} title={title} />
        ) : (
          <ActionIcon aria-label={log.editOf(title)} onClick={() => onEdit(entry)}>
            <IconPencil size={22} aria-hidden />
          </ActionIcon>
        ))}
    </li>
  )
}

function Day({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)} className={classes.day}>
      {format.dayMonth(at)}
    </time>
  )
}

/** The day of a service has no time. */
function ServiceDay({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={calendarDay(at)} title={format.day(at)} className={classes.day}>
      {format.dayMonthOf(at)}
    </time>
  )
}

/** What else is known of an entry, in one line. */
function About({ entry: { service_log: done, engine_hour_log: read, service_id } }: { entry: LogEntry }) {
  const { log, service, hours } = useTexts().maintenance
  const format = useFormat()
  const parts = done
    ? [
        done.engine_hours !== null && log.at(format.hours(done.engine_hours)),
        done.cost !== null && format.money(done.cost, done.currency),
        done.route === 'supplier' && service.supplier,
      ]
    : [
        read && read.fuel_cost !== null && format.money(read.fuel_cost, read.currency),
        service_id ? log.withService : read && hours.sources[read.source],
      ]
  const text = parts.filter(Boolean).join(' · ')
  return text ? <p className={classes.quiet}>{text}</p> : null
}
