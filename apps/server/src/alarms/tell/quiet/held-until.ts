import type { ClaimedMessage } from '../messages-sql.ts'
import { quietUntil } from './quiet-until.ts'

type Quiet = Pick<ClaimedMessage, 'quiet_passes' | 'quietHours'>

/** When the quiet hours end that a channel keeps; null: it is not quiet, or the channel lets everything pass. */
export const quietEnd = ({ quiet_passes, quietHours }: Quiet, now: Date): Date | null =>
  quiet_passes === 'everything' || !quietHours ? null : quietUntil(quietHours, now)

type Waiting = Quiet & Pick<ClaimedMessage, 'content' | 'again_at'>

/** Until when a message waits for the end of the quiet hours; null: it goes now. */
export function heldUntil({ content, again_at, ...channel }: Waiting, now: Date): Date | null {
  // A summary was written when they were over.
  const passes = content.summary || (channel.quiet_passes === 'alarms' && content.alarm?.severity === 'alarm')
  return passes || again_at ? null : quietEnd(channel, now)
}
