import { DEVICE_ERRORS, type DeviceError } from '../texts/keys.ts'

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
