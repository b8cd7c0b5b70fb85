import { POLL_FOR_CHECK_INS } from '../cameras/cameras.ts'
import { ERRORS } from '../common/errors.ts'
import type { Installation } from '../common/installation.ts'
import { LIMITS } from '../common/limits.ts'
import { PLANS, PLANS_WITH_KEYS, type Plan } from '../common/plans.ts'
import type { QuotaByPlan } from '../common/quotas.ts'
import { kibibytes, listed, mebibytes, minutes, seconds } from '../common/words.ts'
import { METRICS } from '../telemetry/metrics.ts'

/** What a client's author reads before the first request, in Markdown. */
export function introduction(installation: Installation): string {
  return [
    start(installation),
    keys(installation),
    ids,
    formats,
    metrics,
    hourMeter,
    limits(installation),
    errors,
    versions,
  ].join('\n\n')
}

const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const start = ({
  baseUrl,
}: Installation) => `Binnacle stores the data of your boats: maintenance, logbook, hour meter, telemetry
and camera frames. Programs of the owner read it and write to the logbook with an access key. The onboard device sends readings
and frames with a connection key.

\`\`\`sh
curl -H "Authorization: Bearer $ACCESS_KEY" ${baseUrl}/v1/vessels
\`\`\`

The description of this interface for generators is [${baseUrl}/openapi.json](${baseUrl}/openapi.json), OpenAPI 3.1. Run
openapi-typescript with \`--default-non-nullable=false\`: otherwise its types require each body field that has a default.`

const keys = ({ defaultPlan, rateLimitPerMinute }: Installation) => `# Keys, plans and scopes

${table(
  ['Credential', 'Use it for', 'Where it comes from'],
  [
    [
      'Access key, `bnk_…`',
      'All operations under `/v1` but the four of the onboard device',
      'The web app: Account, Developer',
    ],
    [
      'Connection key, `ct_…`',
      '`POST /v1/telemetry`, `POST /v1/cameras/frames`, `GET /v1/cameras/pending` and `GET /v1/alarms/onboard`, for one boat',
      'The answer of `POST /v1/vessels/{id}/connections`, or the web app: Connections',
    ],
    ['Session cookie', "The web app's own operations under `/app`, and those of an access key", 'Signing in'],
    ['None', 'Shared pages, images behind signed links, health', ''],
  ],
)}

Boats, tasks, cameras' settings and sharing are managed in the web app: no key reaches the operations under \`/app\`.

Send a key in the header: \`Authorization: Bearer <key>\`. A key in the address is not accepted. The service shows a key once, when
it is created. A key that was revoked, rotated or has expired stops at once and gets 401. A connection that an access key made is
turned off when that key is revoked, or within an hour after it expires: its device gets 403 \`connection_disabled\`.

**Plans.** Access keys work on the plans ${listed(PLANS_WITH_KEYS.map((plan) => `\`${plan}\``))}; on other plans the answer is 403
\`plan_required\`. New accounts of this installation start on \`${defaultPlan}\`. Connection keys work on every plan.

**Scopes.** \`read:vessel\` allows every \`GET\` but those of alarms; \`write:log\` allows every other method, so it also makes and
revokes connections and their keys. \`read:alarms\` and \`write:alarms\` do the same for alarms and their rules. A new key has the
first two unless its owner chooses. A key without the scope of an operation gets 403 \`insufficient_scope\`.

**Rate.** An access key may make ${rateLimitPerMinute} requests a minute. Answers carry \`RateLimit-Policy\` (what is allowed) and
\`RateLimit\` (what is left). Beyond it the answer is 429 \`rate_limited\` with \`Retry-After\` in seconds.`

const ids = `# Where ids come from

An id is a UUID and never changes. Start at \`GET /v1/vessels\`; it has the ids of your boats.

${table(
  ['Id of', 'Read it from'],
  [
    ['A vessel', '`GET /v1/vessels`'],
    ['A task (`task_id`)', '`GET /v1/vessels/{id}/due`'],
    ['An inspection', '`GET /v1/vessels/{id}/inspections`'],
    ['A connection', '`GET /v1/vessels/{id}/connections`'],
    ['A camera', '`GET /v1/vessels/{id}/cameras`, or the answer to its first frame'],
    ['An alarm', '`GET /v1/vessels/{id}/alarms`'],
    ['An alarm rule', '`GET /v1/vessels/{id}/alarm-rules`'],
    ['A delivery, and its channel (`channel_id`)', '`GET /v1/deliveries`'],
    ['A provider (`slug`)', '`GET /v1/telemetry/providers`'],
  ],
)}

An id that belongs to another account gets the same 404 as one that does not exist.`

const formats = `# Requests and answers

- **Bodies** are JSON in UTF-8 with \`Content-Type: application/json\`, without content encoding. Anything else is 415.
- **Times** are RFC 3339 date-times with an offset, such as \`2026-05-14T09:30:00Z\`: with upper-case \`T\` and \`Z\`, years from 0001,
  offsets up to 14:00, and without leap seconds. Answers are in UTC with milliseconds. A reading keeps the time text that was sent.
- **Numbers** are decimal JSON numbers; a number in quotes is 400. Amounts of money have at most two decimals and are stored exactly.
  A reading keeps the digits that were sent.
- **Units** are in the name or the description of a field. Lengths of text count Unicode code points.
- **Absent and null.** An answer has every required field of its schema; a value that is not known is \`null\`. In a body of \`/v1\` an optional
  field may be absent or \`null\`: both mean that it is not given.
- **Unknown names.** An unknown query parameter is 400; an operation that needs no credential ignores it. An unknown field of a body
  is ignored, unless it resembles a known one, which is 400 (\`liters\` for \`litres\`). Bodies of onboard devices may have unknown
  fields.
- **Lists** are complete or end at the limit that the operation names. Where a list has further pages,
  \`next\` of a page is the \`cursor\` of the one behind it.
- **HEAD** works wherever \`GET\` does.
- **Retries.** \`GET\`, \`PUT\`, \`PATCH\` and \`DELETE\` can be repeated. Send each \`POST\` but that of a frame with an \`Idempotency-Key\` header, a
  random name that you keep until you have the answer: then a retry changes nothing and gets the first answer with its status. The
  same name with another body is 422 \`idempotency_key_reused\`. A name counts for one path of one account. A refused request is not
  remembered. Without the header, each \`POST\` writes an entry; a telemetry batch whose readings all have a \`recorded_at\` is known
  by its content.`

const metrics = `# Metrics

A reading is one measurement of one of these metrics. Convert to the unit of the table before you send. \`unit\` is stored as you
send it and never converted. \`instance\` says which engine, tank or battery: \`port\`, \`starboard\`, \`0\`, \`house\`.

${table(
  ['Metric', 'Unit', 'Meaning'],
  METRICS.map(({ metric, unit, meaning }) => [`\`${metric}\``, unit, meaning]),
)}

A reading with an unknown metric is listed in \`rejected\`; the rest of the batch is stored. Send the end of a fault as
\`fault_code\` with \`text_value\` \`none\`.`

const hourMeter = `# The hour meter

A vessel has one hour meter, in whole hours. It moves in three ways.

- **Telemetry.** An \`engine_hours\` reading is rounded down and raises the meter when it is higher: 412.4 sets 412, a later 412.9
  changes nothing, 413.1 sets 413. The unit must be \`h\` or absent. Values below 0 or above ${LIMITS.meterHours.toLocaleString('en')} h
  are stored and never move the meter. With several engines the meter follows the highest reading, whatever its \`instance\`. Each
  move writes an entry with source \`telemetry\` to the hour log, and \`engine_hours_applied\` is \`true\`.
- **\`POST /v1/vessels/{id}/hours\`** sets it. A value below the meter is 422 \`hours_below_current\`; an equal one is accepted.
- **A service or an inspection** with \`engine_hours\` raises it when that is higher.

Only the owner can lower it, in the web app. The due feed follows each change at once.`

const limits = (installation: Installation) => `# Limits

${table(
  ['Limit', 'Value', 'Beyond it'],
  [
    [
      'Requests of an access key',
      `${installation.rateLimitPerMinute.toLocaleString('en')} a minute`,
      '429 `rate_limited`',
    ],
    ['Telemetry requests of a connection', interval(installation.telemetryGapMs), '429 `too_frequent`'],
    [
      'Frames of a camera',
      installation.frameGapMs === 0
        ? interval(0)
        : `${interval(installation.frameGapMs)}, unless a check-in waits for the frame`,
      '429 `too_frequent`',
    ],
    ['Readings in a request', `1 to ${LIMITS.readingsPerRequest}`, '400, 413 `too_many_readings`'],
    ['Body of a telemetry request', kibibytes(LIMITS.telemetryBytes), '413 `body_too_large`'],
    ['Any other JSON body', kibibytes(LIMITS.bodyBytes), '413 `body_too_large`'],
    ['Body of a frame besides the image', kibibytes(LIMITS.frameEnvelopeBytes), '413 `body_too_large`'],
    ['Image of a frame, decoded', mebibytes(LIMITS.frameBytes), '413 `frame_too_large`'],
    ['Pixels of an image', LIMITS.framePixels.toLocaleString('en'), '422 `upload_failed`'],
    [
      'Time for a body to arrive',
      `${LIMITS.bodySeconds} s; longer for a frame that keeps coming`,
      '408 `request_timeout`',
    ],
    ['Depth of a JSON body', `${LIMITS.jsonDepth} levels`, '400'],
    ['Headers of a request', kibibytes(LIMITS.headerBytes), '431 `headers_too_large`'],
    ['Cameras of a vessel', LIMITS.camerasPerVessel, '422 `camera_limit`'],
    [
      'Frames kept of a camera',
      `\`retain_frames\`: ${LIMITS.retainFrames.default} unless the owner changes it, ${LIMITS.retainFrames.min} to ${LIMITS.retainFrames.max}`,
      'The oldest is deleted',
    ],
    ['Signed link of a frame', minutes(LIMITS.signedLinkSeconds), '403 `link_invalid`'],
    ['Time to answer a check-in', minutes(LIMITS.checkInSeconds), 'It closes'],
    ['Poll interval for check-ins', POLL_FOR_CHECK_INS, 'See `poll_after_ms`'],
    ['Poll interval for alarms', seconds(LIMITS.alarmPollAfterMs), 'See `poll_after_ms`'],
    ['Alarm rules of a vessel', LIMITS.rulesPerVessel, '409 `conflict`'],
    ['Downloads of readings at once', `${LIMITS.downloadsAtOnce} of an account, in each process`, '429 `rate_limited`'],
    ['Age of readings', retention(installation), 'They are deleted; charts keep their summaries'],
    ['Memory for an `Idempotency-Key`', `At least ${LIMITS.idempotencyDays} days`, 'The request is done again'],
    ...quotas(installation),
  ],
)}`

/** Of the whole account, all its vessels together. */
function quotas(installation: Installation): string[][] {
  const { quotaBoats, quotaAccessKeys, quotaConnections, quotaPhotos, quotaStorageBytes } = installation
  const beyond = '403 `quota_exceeded`'
  return [
    ['Vessels of an account', byPlan(quotaBoats), beyond],
    ['Access keys of an account', byPlan(quotaAccessKeys, PLANS_WITH_KEYS), beyond],
    ['Connections of an account', byPlan(quotaConnections), beyond],
    ['Photos of inspections of an account', byPlan(quotaPhotos), beyond],
    [
      'Storage of frames and photos of an account, GB',
      byPlan(quotaStorageBytes, PLANS, 1e9),
      `${beyond} for a photo; a camera drops its oldest frames`,
    ],
  ]
}

/** `free 3, plus 10, pro unlimited, fleet 1,000`. */
const byPlan = (quota: QuotaByPlan, plans: readonly Plan[] = PLANS, unit = 1): string =>
  plans
    .map((plan) => `${plan} ${quota[plan] === null ? 'unlimited' : (quota[plan] / unit).toLocaleString('en')}`)
    .join(', ')

const interval = (gapMs: number) => (gapMs === 0 ? 'no limit' : `1 every ${seconds(gapMs)}`)

const retention = ({ telemetryKeepDays }: Installation) =>
  telemetryKeepDays === null
    ? 'unlimited, unless the owner sets one'
    : `${telemetryKeepDays} days, or fewer if the owner says so`

const errors = `# Errors

An error is always \`{"error": "<code>"}\`. Some codes are followed by a colon and an explanation: \`invalid_request\` by where the
request is wrong and why (\`invalid_request: /title must be at most 120 characters\`), \`quota_exceeded\` by which quota is used up,
and \`conflict\` in some operations of the app by what stands against it.
Go by the code and the status, not by the text after the colon.

${table(
  ['Code', 'Status', 'Meaning'],
  Object.entries(ERRORS).map(([code, { status, meaning }]) => [`\`${code}\``, status, meaning]),
)}`

const versions = `# Versions and deprecation

The version is in the path. Within \`/v1\` the interface only gains: new operations, new optional parameters and body fields, new
fields in answers, new error codes, new metrics. Ignore fields that you do not know, and treat an unknown error code by its status.

A field is never removed, renamed or given another type within \`/v1\`. If an operation has to end, its answers carry the
\`Deprecation\` and \`Sunset\` headers (RFC 9745, RFC 8594) for at least 12 months before. The operations of the web app under \`/app\`
and \`/api/auth\` belong to the app and change with it: do not build on them.`
