import type { Content } from '../content.ts'

/** The page that asks how long an alarm shall be silent; null: it is over, or the message is about none of a boat. */
export const silencePageOf = ({ event, vessel, alarm }: Content): string | null =>
  event === 'began' && vessel && alarm ? `/boats/${vessel.id}/alarms?silence=${alarm.id}` : null

/** The page that a message leads to; null: it is a test. */
export const pageOf = ({ event, vessel, summary }: Content): string | null =>
  event === 'test' ? null : vessel ? `/boats/${vessel.id}${summary ? '' : '/alarms'}` : '/operator#alarms'
