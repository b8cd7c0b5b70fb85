import type { Alarm } from '@binnacle/contract'

/** What a message says. */
export interface Content {
  event: 'began' | 'ended' | 'test'
  vessel: { id: string; name: string }
  /** null: a test. */
  alarm: Pick<
    Alarm,
    'id' | 'kind' | 'metric' | 'instance' | 'limit' | 'severity' | 'value' | 'text' | 'began_at' | 'ended_at'
  > | null
}
