/** What an owner may find on board, as the first step of connecting asks for it. */
export const KINDS = ['signalk', 'victron', 'nmea2000', 'nmea0183', 'camera', 'script'] as const
export type Kind = (typeof KINDS)[number]

/** What may come over a connection. */
export const DATA = [
  'engine',
  'tanks',
  'batteries',
  'shorePower',
  'bilge',
  'position',
  'depth',
  'faults',
  'cameras',
] as const
export type Data = (typeof DATA)[number]

/** The errors of an onboard device that its owner can do something about, and all others. */
export const DEVICE_ERRORS = [
  'too_many_readings',
  'too_frequent',
  'invalid_request',
  'body_too_large',
  'idempotency_key_reused',
  'connection_disabled',
  'ingest_disabled',
  'camera_disabled',
  'camera_limit',
  'frame_too_large',
  'unsupported_mime',
  'upload_failed',
  'not_found',
  'reading_refused',
  'other',
] as const
export type DeviceError = (typeof DEVICE_ERRORS)[number]

/** Sentences of the service by what they begin with, in the reader's language; `…` stands for what follows there, such as a status. */
export type Reasons = Readonly<Record<string, string>>
