import { USE } from './boat.ts'
import type { Answers } from './service.ts'

export const METHODS = { password: true, two_factor: false, backup_codes_left: null, passkeys: [], oidc: null }

/** What the account page asks for, of an account that has set up nothing. */
export const ACCOUNT_PAGE: Answers = {
  'GET /app/use': { use: USE },
  'GET /app/sign-in-methods': METHODS,
  'GET /app/sessions': { sessions: [] },
  'GET /app/calendar': { url: null },
  'GET /app/channels': { channels: [], kinds: ['ntfy', 'webhook'], push_key: 'B'.repeat(87), quiet_hours: null },
}
