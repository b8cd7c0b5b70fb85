import type { FrameMime, VesselEvent, WebhookAlarm, WebhookInstallationAlarm } from '@binnacle/contract'
import type { BoatSummary } from './summary/summary.ts'

/** The picture of a message. */
export interface MessagePicture {
  id: string
  camera_id: string
  mime: FrameMime
  /** The camera's name. */
  label: string
  captured_at: string
  /** In which to tell its time. */
  time_zone: string
}

/** An alarm of a boat, or of the installation, which has no metric. */
export type ToldAlarm = WebhookAlarm | (WebhookInstallationAlarm & { metric: null })

/** What a message says. */
export interface Content {
  event: 'began' | 'ended' | 'frame' | 'digest' | 'test' | 'vessel.summary' | VesselEvent
  /** null: it is about the installation, or a test. */
  vessel: { id: string; name: string } | null
  /** null: a test, a digest, a summary, or an event for webhooks that is no alarm. */
  alarm: ToldAlarm | null
  /**
   * Of an alarm that has begun, and what comes for it from the camera that its rule names. Messages that were written by an
   * earlier version have none.
   */
  picture?: MessagePicture | null
  /** When such an event happened, and what webhooks get of it: see outbox/. */
  at?: string
  data?: object
  /** The alarms of which nothing was sent during the quiet hours, and the time zone in which to tell their times. */
  digest?: { alarms: ToldAlarm[]; timeZone: string }
  summary?: BoatSummary
}
