import type { QuietHours, QuietPasses } from '@binnacle/contract'
import type { Content } from '../content.ts'
import { quietUntil } from './quiet-until.ts'

interface Waiting {
  content: Content
  quiet_passes: QuietPasses
  /** null: the account has none. */
  quietHours: QuietHours | null
  /** When its owner asked for it. */
  again_at: Date | null
}

/** Until when a message waits for the end of the quiet hours; null: it goes now. */
export function heldUntil({ content, quiet_passes, quietHours, again_at }: Waiting, now: Date): Date | null {
  const passes = quiet_passes === 'everything' || (quiet_passes === 'alarms' && content.alarm?.severity === 'alarm')
  return passes || again_at || !quietHours ? null : quietUntil(quietHours, now)
}
