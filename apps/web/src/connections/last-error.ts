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

const CODE = /^[a-z]+(?:_[a-z]+)+$/

/**
 * Which error a connection's or camera's last_error is: a code of the contract, also with its detail after a colon, or the reason
 * why a reading was not stored, which is a sentence ("unknown metric").
 */
export function deviceErrorOf(lastError: string): DeviceError {
  const code = lastError.split(':', 1)[0]!
  const known = DEVICE_ERRORS.find((error) => error === code)
  if (known) return known
  return CODE.test(code) ? 'other' : 'reading_refused'
}
