import type { LogEntry } from '@binnacle/contract'
import { calendarDay } from '../../forms/calendar-day.ts'
import { dayOf } from '../../forms/day.ts'

/** A line of the logbook: an entry, or readings in a row that telemetry wrote while the engine ran, newest first. */
export type Line = { kind: 'entry'; id: string; entry: LogEntry } | { kind: 'run'; id: string; entries: LogEntry[] }

export interface Month {
  /** Its first day, as an instant in UTC. */
  at: string
  key: string
  lines: Line[]
}

/** A reading of the meter that an onboard device sent by itself, which says nothing else. */
const isBare = ({ engine_hour_log: read }: LogEntry): boolean =>
  read !== null && read.source === 'telemetry' && read.litres === null && read.fuel_cost === null

function lines(entries: readonly LogEntry[]): Line[] {
  const made: Line[] = []
  for (const entry of entries) {
    const last = made.at(-1)
    if (!isBare(entry)) made.push({ kind: 'entry', id: entry.id, entry })
    else if (last?.kind === 'run') last.entries.push(entry)
    else made.push({ kind: 'run', id: entry.id, entries: [entry] })
  }
  return made
}

/** 2026-05 */
const monthOf = ({ at, service_log }: LogEntry): string =>
  (service_log ? calendarDay(at) : dayOf(new Date(at))).slice(0, 7)

/**
 * The log by months, newest first as the entries are. What telemetry wrote hour by hour is one line
 * between two entries, or a week's run would hide the services; `each` shows every reading.
 */
export function timeline(entries: readonly LogEntry[], each: boolean): Month[] {
  const months = Map.groupBy(entries, monthOf)
  const single = (entry: LogEntry): Line => ({ kind: 'entry', id: entry.id, entry })
  return [...months].map(([key, some]) => ({
    key,
    at: `${key}-01T00:00:00Z`,
    lines: each ? some.map(single) : lines(some),
  }))
}
