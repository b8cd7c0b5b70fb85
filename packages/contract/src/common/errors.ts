import { LIMITS } from './limits.ts'
import { mebibytes } from './words.ts'

/** Every error code the service answers with: its status and what it means. Source: vessel-data-api.md, "Errors"; bad-input.md. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    meaning: 'The request is not valid. The text after the colon says where and why',
  },
  weak_password: { status: 400, meaning: 'The password is one of the commonest, or the e-mail address' },
  unknown_provider: { status: 400, meaning: 'No provider in the catalogue has this slug' },
  credentials_not_accepted: { status: 400, meaning: 'config holds a password or another secret' },
  unauthorized: { status: 401, meaning: 'The access key or the session is missing, malformed, expired or revoked' },
  invalid_connection_key: { status: 401, meaning: 'The connection key is missing, malformed, rotated or revoked' },
  invalid_email_or_password: { status: 401, meaning: 'No account has this e-mail address with this password' },
  invalid_code: { status: 403, meaning: 'The code is wrong, too old, or was used before' },
  sign_in_again: {
    status: 403,
    meaning: 'Your sign-in expired or had too many wrong codes. Start again',
  },
  passkey_not_accepted: {
    status: 403,
    meaning: 'The passkey is unknown, its signature is invalid, or the device did not verify its user',
  },
  oidc_refused: {
    status: 403,
    meaning: "The sign-in provider refused, or its answer was not valid. The service's log has the reason",
  },
  insufficient_scope: { status: 403, meaning: 'The access key lacks the scope that this route needs' },
  plan_required: { status: 403, meaning: "The account's plan does not include this" },
  account_suspended: {
    status: 403,
    meaning: 'The operator has suspended the account. Devices keep what they have and send it later',
  },
  quota_exceeded: {
    status: 403,
    meaning: "The account's quota is used up. After the colon: which one, how much of it, and what to do. See getUse",
  },
  connection_disabled: {
    status: 403,
    meaning: 'The owner has disabled this connection, or the access key that made it was revoked or has expired',
  },
  camera_disabled: { status: 403, meaning: 'The owner has disabled this camera' },
  operator_required: { status: 403, meaning: 'Only the operator of this installation may do this' },
  second_factor_required: {
    status: 403,
    meaning:
      'The operator requires a second factor of this account. Sign in to the app and set up an authenticator app',
  },
  cross_site_request: { status: 403, meaning: 'A browser sent the request from a page of another site' },
  wrong_password: { status: 403, meaning: 'The password is not that of the account' },
  fresh_session_required: { status: 403, meaning: 'This needs a newer session. Sign in again' },
  setup_token_required: {
    status: 403,
    meaning: "The first account needs the set-up token, which is in the service's log",
  },
  signups_closed: { status: 403, meaning: 'This installation does not accept new accounts' },
  link_invalid: { status: 403, meaning: 'The signed link was changed or has expired' },
  not_found: { status: 404, meaning: 'It does not exist, or it belongs to another account' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not have this method. The Allow header lists those that it has',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time' },
  already_connected: { status: 409, meaning: 'The vessel already has a connection for this provider' },
  email_taken: { status: 409, meaning: 'An account with this e-mail address exists already' },
  email_unavailable: { status: 409, meaning: 'This installation sends no e-mail. Its operator can set SMTP_URL' },
  conflict: { status: 409, meaning: 'The current state does not allow this' },
  too_many_readings: { status: 413, meaning: `More than ${LIMITS.readingsPerRequest} readings in one request` },
  frame_too_large: { status: 413, meaning: `The image is larger than ${mebibytes(LIMITS.frameBytes)}` },
  body_too_large: { status: 413, meaning: 'The body is larger than the operation accepts' },
  unsupported_media_type: { status: 415, meaning: 'The body must be JSON in UTF-8, without content encoding' },
  unsupported_mime: {
    status: 415,
    meaning: 'The image must be a JPEG, PNG or WebP of the declared type, and not animated',
  },
  unknown_host: {
    status: 421,
    meaning:
      'The Host is neither that of BASE_URL nor an IP address, localhost or a .local name. Requests to /v1 with a key, and health checks, are exempt. See BASE_URL',
  },
  hours_below_current: { status: 422, meaning: "hours is below the vessel's hour meter" },
  provider_not_connectable: { status: 422, meaning: 'The boat cannot send for this provider' },
  camera_limit: { status: 422, meaning: `The vessel has ${LIMITS.camerasPerVessel} cameras already` },
  photo_limit: { status: 422, meaning: `The inspection item has ${LIMITS.photosPerPoint} photos already` },
  upload_failed: { status: 422, meaning: 'The image is not base64, or could not be decoded or stored' },
  idempotency_key_reused: { status: 422, meaning: 'This Idempotency-Key was used before with another body' },
  too_frequent: {
    status: 429,
    meaning: 'The request came too soon after the previous one. Retry after the seconds in Retry-After',
  },
  rate_limited: { status: 429, meaning: 'Too many requests. Retry after the seconds in Retry-After' },
  headers_too_large: { status: 431, meaning: 'The request line or the headers are too large' },
  internal_error: { status: 500, meaning: 'The service failed. Its log has the cause' },
  unsupported_format: { status: 501, meaning: 'oEmbed is available as JSON only' },
  ingest_disabled: {
    status: 503,
    meaning: 'The operator has disabled ingestion. Retry after the seconds in Retry-After',
  },
  oidc_unavailable: { status: 503, meaning: 'The sign-in provider does not answer. Sign in another way' },
  unavailable: { status: 503, meaning: 'The service is starting or stopping, or its database is unavailable' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS
