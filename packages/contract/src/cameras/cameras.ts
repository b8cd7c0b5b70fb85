import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { next, PAGING, paging } from '../common/paging.ts'
import { route } from '../common/route.ts'
import {
  dateTime,
  EXAMPLE_IMAGE,
  flag,
  idParam,
  integer,
  limit,
  named,
  nullable,
  oneOf,
  optional,
  optionalOrNull,
  text,
  title,
  uuid,
} from '../common/schema.ts'
import { minutes, seconds } from '../common/words.ts'
import { removed } from '../vessels/vessels.ts'

export const CAMERA_VIEWS = ['cockpit', 'saloon', 'engine_bay', 'helm', 'deck', 'berth', 'other'] as const
export type CameraView = (typeof CAMERA_VIEWS)[number]

export const FRAME_TRIGGERS = ['device', 'request', 'motion'] as const

const cameraLabel = title(60, 'Name of the camera', 'Cockpit')
const view = oneOf(CAMERA_VIEWS, 'What the camera shows')
const retain = integer(
  LIMITS.retainFrames.min,
  LIMITS.retainFrames.max,
  `How many frames are kept; ${LIMITS.retainFrames.default} for a new camera`,
  LIMITS.retainFrames.default,
)

export const Camera = named('Camera', 'A camera on the boat', {
  id: uuid("The camera's id", 'camera'),
  label: cameraLabel,
  view,
  enabled: flag('Whether it may send frames and get check-ins'),
  last_frame_at: nullable(dateTime('When its last frame arrived')),
  last_error: nullable(
    text(
      200,
      "Why its last image could not be used once it was decoded: unsupported_mime or upload_failed, and what was wrong; null after a frame that was stored. Other refusals, such as of what is not base64, are in the connection's last_error",
      'upload_failed: the image is not complete',
    ),
  ),
  retain_frames: retain,
  created_at: dateTime('When it sent its first frame'),
})
export type Camera = Static<typeof Camera>

const pixels = (of: string) =>
  Type.Integer({ minimum: 1, maximum: 100_000, description: `${of}, px`, examples: [1280] })

export const Frame = named('Frame', 'A camera frame', {
  id: uuid("The frame's id", 'frame'),
  width: nullable(pixels('Width')),
  height: nullable(pixels('Height')),
  bytes: nullable(integer(0, LIMITS.frameBytes, 'Size, bytes', 184_320)),
  trigger: oneOf(FRAME_TRIGGERS, "device: the camera's schedule; request: a check-in of the owner; motion: motion"),
  captured_at: dateTime('When it was taken'),
  url: nullable(
    text(
      2000,
      `A signed link, valid for ${minutes(LIMITS.signedLinkSeconds)}`,
      'https://boat.example/frames/0b9f…?exp=1&sig=…',
    ),
  ),
})
export type Frame = Static<typeof Frame>

const requestTimes = {
  requested_at: dateTime('When the owner asked'),
  expires_at: dateTime('When it closes', '2026-05-14T09:35:00.000Z'),
}

export const CheckIn = named('CheckIn', 'A request of the owner for a new frame', {
  id: uuid("The request's id", 'check_in'),
  ...requestTimes,
})

const device = { tag: 'cameras', auth: 'device', scope: null, resource: null } as const

export const postFrame = route({
  ...device,
  id: 'postFrame',
  method: 'POST',
  path: '/v1/cameras/frames',
  summary: 'Send a frame',
  description: ({ frameGapMs }) =>
    `Stores a frame. A frame without camera_id registers a camera under its label; later frames with that label belong to the same camera. ${frameGapMs === 0 ? 'Frames may follow each other at once.' : `A camera may send one frame every ${seconds(frameGapMs)}, or at once if a check-in is open; an earlier one is 429 too_frequent.`}`,
  body: named('NewFrame', 'A camera frame', {
    image_base64: Type.String({
      description: `The image, at most ${LIMITS.frameBytes} bytes, as base64 or as a data URL; line breaks, the URL-safe alphabet and missing padding are accepted`,
      contentEncoding: 'base64',
      examples: [EXAMPLE_IMAGE],
    }),
    camera_id: optionalOrNull(uuid('The camera, once known', 'camera')),
    label: optionalOrNull(title(60, 'Name of the camera; defaults to Camera', 'Cockpit')),
    view: optionalOrNull(oneOf(CAMERA_VIEWS, 'What the camera shows; defaults to other')),
    mime: optionalOrNull(
      Type.String({
        maxLength: 120,
        default: 'image/jpeg',
        description: 'Type of the image: image/jpeg, image/png or image/webp; anything else is 415 unsupported_mime',
        examples: ['image/png'],
      }),
    ),
    width: optionalOrNull(pixels('Width, if known; the image itself decides')),
    height: optionalOrNull(pixels('Height, if known; the image itself decides')),
    trigger: optionalOrNull(oneOf(['device', 'motion'], 'Why the camera took it', { default: 'device' })),
    captured_at: optionalOrNull(dateTime('When it was taken; defaults to the time of arrival')),
  }),
  bodyBytes: LIMITS.frameTextBytes + LIMITS.frameEnvelopeBytes,
  bodyCheckedBy: 'handler',
  answers: {
    202: {
      description: 'The frame is stored',
      schema: Type.Object({
        frame_id: uuid("The frame's id", 'frame'),
        camera_id: uuid("The camera's id", 'camera'),
        answered_check_in: flag('Whether it answers a check-in', false),
      }),
    },
  },
  errors: [
    'connection_disabled',
    'camera_disabled',
    'not_found',
    'frame_too_large',
    'unsupported_mime',
    'camera_limit',
    'upload_failed',
    'too_frequent',
  ],
})

/** The header of its answer that names the vessel of the connection, so that an onboard device can tell a key of another boat. */
export const VESSEL_ID = 'vessel-id'

const { idle, watched } = LIMITS.pollAfterMs
export const POLL_FOR_CHECK_INS = `${seconds(idle)}; ${seconds(watched)} while the owner has the camera page open or a check-in was requested, and for a minute after`

export const listPendingCheckIns = route({
  ...device,
  id: 'listPendingCheckIns',
  method: 'GET',
  path: '/v1/cameras/pending',
  summary: 'List open check-ins',
  description: `The open check-ins for the cameras of this connection, and how long to wait before the next poll: ${POLL_FOR_CHECK_INS}.`,
  answers: {
    200: {
      description: 'The open requests',
      schema: Type.Object({
        requests: Type.Array(
          named('PendingCheckIn', 'An open request', {
            id: uuid("The request's id", 'check_in'),
            camera_id: uuid('The camera that should send a frame', 'camera'),
            label: nullable(cameraLabel),
            ...requestTimes,
          }),
        ),
        poll_after_ms: integer(1000, 600_000, 'Poll again after this time, ms', LIMITS.pollAfterMs.idle),
      }),
    },
  },
  errors: ['connection_disabled'],
})

const owner = { tag: 'cameras', auth: 'owner' } as const

export const listCameras = route({
  ...owner,
  scope: 'read:vessel',
  resource: 'vessel',
  id: 'listCameras',
  method: 'GET',
  path: '/v1/vessels/{id}/cameras',
  summary: 'The cameras of a vessel',
  description: 'The cameras, oldest first.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The cameras', schema: Type.Object({ cameras: Type.Array(Camera) }) } },
  errors: [],
})

export const listFrames = route({
  ...owner,
  scope: 'read:vessel',
  resource: 'camera',
  id: 'listFrames',
  method: 'GET',
  path: '/v1/cameras/{id}/frames',
  summary: 'The frames of a camera',
  description: `The newest frames, newest first, each with a link that is valid for ${minutes(LIMITS.signedLinkSeconds)}. Returns ${LIMITS.framesPerRead.default} frames unless \`limit\` says otherwise, at most ${LIMITS.framesPerRead.max}.\n\n${PAGING} The time of a frame is when it was taken, or its arrival if that was earlier.`,
  params: idParam('camera'),
  query: Type.Object({ ...paging('frames'), ...limit(LIMITS.framesPerRead).properties }),
  answers: {
    200: {
      description: 'The frames',
      schema: Type.Object({ camera_id: uuid("The camera's id", 'camera'), frames: Type.Array(Frame), next }),
    },
  },
  errors: [],
})

export const requestCheckIn = route({
  ...owner,
  scope: 'write:log',
  resource: 'camera',
  id: 'requestCheckIn',
  method: 'POST',
  path: '/v1/cameras/{id}/check-in',
  summary: 'Request a new frame',
  description: `Queues a check-in. The camera answers it at its next poll, within ${minutes(LIMITS.checkInSeconds)}. If one is open already, that one is returned.`,
  params: idParam('camera'),
  answers: { 202: { description: 'The request', schema: Type.Object({ request: CheckIn }) } },
  errors: ['camera_disabled'],
})

const app = { tag: 'app', auth: 'session', scope: null, resource: 'camera' } as const

export const changeCamera = route({
  ...app,
  id: 'changeCamera',
  method: 'PATCH',
  path: '/app/cameras/{id}',
  summary: 'Change a camera',
  description:
    'Changes the name, the view, whether the camera is enabled, or how many frames are kept. A lower number deletes the oldest frames at once.',
  params: idParam('camera'),
  body: named('CameraChange', 'Fields to change; absent fields keep their value', {
    label: optional(cameraLabel),
    view: optional(view),
    enabled: optional(flag('Whether it may send frames and get check-ins')),
    retain_frames: optional(retain),
  }),
  answers: { 200: { description: 'The camera as it is now', schema: Type.Object({ camera: Camera }) } },
  errors: [],
})

export const deleteCamera = route({
  ...app,
  id: 'deleteCamera',
  method: 'DELETE',
  path: '/app/cameras/{id}',
  summary: 'Delete a camera',
  description: 'Deletes the camera and all its frames. If the device keeps sending, the camera registers again.',
  params: idParam('camera'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

export const getFrameImage = route({
  id: 'getFrameImage',
  tag: 'cameras',
  auth: 'public',
  scope: null,
  resource: null,
  method: 'GET',
  path: '/frames/{id}',
  summary: 'The image of a signed link',
  description: `The image of a signed link, for ${minutes(LIMITS.signedLinkSeconds)} after the link was made. The signature covers the size: thumb is a small version, screen one for a page, neither has metadata. A link on a shared page is for size=screen, names its share and ends with it.`,
  params: idParam('frame'),
  query: Type.Object({
    exp: optional(Type.String({ description: 'When the link expires, seconds since 1970', examples: ['1778751000'] })),
    kid: optional(Type.String({ description: 'Which key signed it', examples: ['1'] })),
    sig: optional(Type.String({ description: 'HMAC-SHA256 over everything else of the link', examples: ['k3J…'] })),
    size: optional(
      Type.String({
        description: 'thumb: 320 px wide, screen: 800 px wide, both WebP and never wider than the picture',
        examples: ['thumb'],
      }),
    ),
    share: optional(Type.String({ description: 'Which share the link was made for', examples: ['Zb0…'] })),
  }),
  queryCheckedBy: 'handler',
  answers: { 200: { description: 'The image', content: 'image/*' } },
  errors: ['link_invalid', 'not_found'],
})
