import type { VesselEvent, WebhookAlarm } from '@binnacle/contract'

/** What a message says. */
export interface Content {
  event: 'began' | 'ended' | 'test' | VesselEvent
  vessel: { id: string; name: string }
  /** null: a test, or an event for webhooks that is no alarm. */
  alarm: WebhookAlarm | null
  /** When such an event happened, and what webhooks get of it: see outbox/. */
  at?: string
  data?: object
}
