import type { ClaimedMessage } from '../messages-sql.ts'
import { quietUntil } from './quiet-until.ts'

type Waiting = Pick<ClaimedMessage, 'content' | 'quiet_passes' | 'quietHours' | 'again_at'>

/** Until when a message waits for the end of the quiet hours; null: it goes now. */
export function heldUntil({ content, quiet_passes, quietHours, again_at }: Waiting, now: Date): Date | null {
  // A summary was written when they were over.
  const passes =
    content.summary ||
    quiet_passes === 'everything' ||
    (quiet_passes === 'alarms' && content.alarm?.severity === 'alarm')
  return passes || again_at || !quietHours ? null : quietUntil(quietHours, now)
}
