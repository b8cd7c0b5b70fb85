import type { VesselEvent, WebhookAlarm } from '@binnacle/contract'

/** What a message says. */
export interface Content {
  event: 'began' | 'ended' | 'digest' | 'test' | VesselEvent
  vessel: { id: string; name: string }
  /** null: a test, a digest, or an event for webhooks that is no alarm. */
  alarm: WebhookAlarm | null
  /** When such an event happened, and what webhooks get of it: see outbox/. */
  at?: string
  data?: object
  /** The alarms of which nothing was sent during the quiet hours, and the time zone in which to tell their times. */
  digest?: { alarms: WebhookAlarm[]; timeZone: string }
}
