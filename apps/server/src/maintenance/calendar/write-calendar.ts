import type { Language } from '@binnacle/contract'
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator'
import { oneLine } from '../../text/one-line.ts'
import type { Entry } from './entries.ts'
import { CALENDAR_WORDS } from './words.ts'

interface BoatEntries {
  id: string
  name: string
  entries: readonly Entry[]
}

const SEQUENCE_FROM_MS = Date.UTC(2020, 0, 1)
const REFRESH_S = 6 * 3600
/** Before the day begins: nine in the morning of the day before. */
const REMINDER_S = 15 * 3600

/**
 * The calendar as text (RFC 5545); `boat` is the name of the boat, if it is of one alone. A task keeps its UID, also when its
 * next date follows a service. Nothing remembers what was sent before, so the sequence number is the time in seconds: it grows
 * with every change, as it must.
 */
export function writeCalendar(
  boats: readonly BoatEntries[],
  boat: string | undefined,
  baseUrl: string,
  language: Language,
  now: Date,
): string {
  const words = CALENDAR_WORDS[language]
  const { hostname } = new URL(baseUrl)
  const calendar = ical({
    name: boat === undefined ? words.name : words.nameOf(oneLine(boat)),
    prodId: { company: 'Binnacle', product: 'Binnacle', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  })
  const sequence = Math.floor((now.getTime() - SEQUENCE_FROM_MS) / 1000)
  for (const { id, name, entries } of boats)
    for (const { taskId, title, day, isOverdue, hours } of entries) {
      const event = calendar.createEvent({
        id: `task-${taskId}@${hostname}`,
        sequence,
        stamp: now,
        start: day,
        allDay: true,
        // RFC 5545 has no control characters in a text.
        summary: `${oneLine(name)}: ${oneLine(title)}${isOverdue ? ` (${words.overdue})` : ''}`,
        description: hours === null ? null : words.atHours(hours),
        url: `${baseUrl}/boats/${id}/maintenance`,
      })
      // It would ring each day.
      if (!isOverdue) event.createAlarm({ type: ICalAlarmType.display, trigger: REMINDER_S })
    }
  return calendar.toString()
}
