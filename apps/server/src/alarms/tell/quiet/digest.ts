import type { Content, ToldAlarm } from '../content.ts'
import type { Parcel } from '../messages-sql.ts'

/** A message that was held, and what is of its alarm now. */
export interface HeldMessage {
  id: string
  content: Content
  /** null: late readings have removed it. */
  began_at: Date | null
  ended_at: Date | null
  /** Acknowledged or silenced. */
  seen: boolean
}

/** One message for all of a boat that were held: what is still open, and what is over. Without what somebody has seen meanwhile. */
export function digestOf(held: readonly HeldMessage[], timeZone: string): Parcel {
  const open = held.filter(({ began_at, seen }) => began_at && !seen)
  const [pictures, others] = [open.filter(isPicture), open.filter((each) => !isPicture(each))]
  // A digest has no pictures; one message has its own, or the one that came after it. A picture goes with no other alarm.
  const lines = others.length > 0 ? others : pictures
  // The newest message of each alarm: it says how far it went.
  const alarms = new Map(lines.map((each) => [each.content.alarm!.id, alarmOf(each)]))
  const told = open.filter(({ content }) => alarms.has(content.alarm!.id))
  const dropped = held.filter((each) => !told.includes(each)).map(({ id }) => id)
  const [first] = lines
  if (!first) return { content: null, told: [], dropped }
  const content: Content =
    lines.length === 1
      ? { ...first.content, picture: (told.findLast(isPicture) ?? first).content.picture ?? null }
      : {
          event: 'digest',
          vessel: first.content.vessel,
          alarm: null,
          digest: { alarms: [...alarms.values()].sort(worstFirst), timeZone },
        }
  return { content, told: told.map(({ id }) => id), dropped }
}

const isPicture = ({ content }: HeldMessage) => content.event === 'frame'

const alarmOf = ({ content, ended_at }: HeldMessage): ToldAlarm => ({
  ...content.alarm!,
  ended_at: ended_at?.toISOString() ?? null,
})

/** Open ones before ended ones, alarms before warnings, then as they began. */
function worstFirst(a: ToldAlarm, b: ToldAlarm): number {
  const rank = ({ ended_at, severity }: ToldAlarm) => (ended_at ? 2 : 0) + (severity === 'alarm' ? 0 : 1)
  return rank(a) - rank(b) || Date.parse(a.began_at) - Date.parse(b.began_at)
}
