import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import {
  dateTime,
  flag,
  idParam,
  integer,
  limit,
  named,
  nullable,
  oneOf,
  optional,
  text,
  title,
  uuid,
} from './schema.ts'
import { removed } from './vessels.ts'

export const CAMERA_VIEWS = ['cockpit', 'saloon', 'engine_bay', 'helm', 'deck', 'berth', 'other'] as const
export type CameraView = (typeof CAMERA_VIEWS)[number]

export const FRAME_MIMES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type FrameMime = (typeof FRAME_MIMES)[number]

export const FRAME_TRIGGERS = ['device', 'request', 'motion'] as const

const cameraLabel = title(60, 'Name of the camera', 'Cockpit')
const view = oneOf(CAMERA_VIEWS, 'What it looks at')
const retain = integer(LIMITS.retainFrames.min, LIMITS.retainFrames.max, 'How many frames are kept', 24)

export const Camera = named('Camera', 'A camera on the boat', {
  id: uuid("The camera's id"),
  label: cameraLabel,
  view,
  enabled: flag('Whether it may send and be asked'),
  last_frame_at: nullable(dateTime('When its last frame arrived')),
  last_error: nullable(text(200, 'Why its last frame was refused; null after one that was not', 'upload_failed')),
  retain_frames: retain,
  created_at: dateTime('When it registered itself'),
})
export type Camera = Static<typeof Camera>

const pixels = (of: string) =>
  Type.Integer({ minimum: 1, maximum: 100_000, description: `${of}, px`, examples: [1280] })

export const Frame = named('Frame', 'A still image', {
  id: uuid("The frame's id"),
  width: nullable(pixels('Width')),
  height: nullable(pixels('Height')),
  bytes: nullable(integer(0, LIMITS.frameBytes, 'Size, bytes', 184_320)),
  trigger: oneOf(FRAME_TRIGGERS, "The camera's own schedule, an owner's check-in, or motion"),
  captured_at: dateTime('When it was taken'),
  url: nullable(text(2000, 'A signed link, valid for 30 minutes', 'https://boat.example/frames/0b9f…?exp=1&sig=…')),
})
export type Frame = Static<typeof Frame>

const requestTimes = {
  requested_at: dateTime('When the owner asked'),
  expires_at: dateTime('After this it is closed', '2026-05-14T09:35:00.000Z'),
}

export const CheckIn = named('CheckIn', "An owner's request for a fresh picture", {
  id: uuid("The request's id"),
  ...requestTimes,
})

const box = { tag: 'cameras', auth: 'box', scope: null, resource: null } as const

export const postFrame = route({
  ...box,
  id: 'postFrame',
  method: 'POST',
  path: '/v1/cameras/frames',
  summary: 'Send a still image',
  description:
    'Stores a frame. The first one without camera_id registers a camera under its label; later ones with that label are the same camera. At most one in ten seconds for a camera, except when an owner is waiting for one.',
  body: named('NewFrame', 'A still image', {
    image_base64: Type.String({
      description: `The image, at most ${LIMITS.frameBytes} bytes, as base64 or as a data URL`,
      contentEncoding: 'base64',
      examples: ['/9j/4AAQSkZJRgABAQEASABIAAD…'],
    }),
    camera_id: optional(uuid('The camera, once known')),
    label: optional(cameraLabel),
    view: optional(view),
    mime: optional(
      Type.String({
        maxLength: 120,
        default: 'image/jpeg',
        description: 'Type of the image: image/jpeg, image/png or image/webp; anything else is 415 unsupported_mime',
        examples: [...FRAME_MIMES],
      }),
    ),
    width: optional(pixels('Width as the box knows it; the image itself decides')),
    height: optional(pixels('Height as the box knows it; the image itself decides')),
    trigger: optional(oneOf(['device', 'motion'], 'What made the camera take it', { default: 'device' })),
    captured_at: optional(dateTime('When it was taken; its arrival unless given')),
  }),
  bodyBytes: Math.ceil(LIMITS.frameBytes / 3) * 4 + LIMITS.frameEnvelopeBytes,
  bodyCheckedBy: 'handler',
  answers: {
    202: {
      description: 'The frame is stored',
      schema: Type.Object({
        frame_id: uuid("The frame's id"),
        camera_id: uuid("The camera's id"),
        answered_check_in: flag('Whether an owner was waiting for it', false),
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

export const listPending = route({
  ...box,
  id: 'listPendingCheckIns',
  method: 'GET',
  path: '/v1/cameras/pending',
  summary: 'Open check-ins',
  description:
    "The owner's open requests for the cameras of this connection, and how long to wait before asking again.",
  answers: {
    200: {
      description: 'The open requests',
      schema: Type.Object({
        requests: Type.Array(
          named('PendingCheckIn', 'An open request', {
            id: uuid("The request's id"),
            camera_id: uuid('The camera that is asked'),
            label: nullable(cameraLabel),
            ...requestTimes,
          }),
        ),
        poll_after_ms: integer(1000, 600_000, 'Ask again after this, ms', 15_000),
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
  description: 'The cameras, in the order in which they registered.',
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
  description: 'The newest frames, newest first, each with a link that is valid for 30 minutes.',
  params: idParam('camera'),
  query: limit(LIMITS.framesPerRead),
  answers: {
    200: {
      description: 'The frames',
      schema: Type.Object({ camera_id: uuid("The camera's id"), frames: Type.Array(Frame) }),
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
  summary: 'Ask for a fresh picture',
  description:
    'Queues a request that the camera answers on its next poll, within five minutes. While one is open, the open one is returned.',
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
    'Names the camera, says what it looks at, switches it, or sets how many frames are kept: fewer drops the oldest at once.',
  params: idParam('camera'),
  body: named('CameraChange', 'What to change; a field that is absent stays', {
    label: optional(cameraLabel),
    view: optional(view),
    enabled: optional(flag('Whether it may send and be asked')),
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
  description: 'Deletes the camera and all its frames. It registers itself anew if it goes on sending.',
  params: idParam('camera'),
  answers: { 200: { description: 'It is gone', schema: removed } },
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
  description:
    'The image that a signed link names, for 30 minutes from when the link was made. size=thumb gives a small one, size=screen one for a page.',
  params: idParam('frame'),
  query: Type.Object({
    exp: optional(Type.String({ description: 'When the link ends, seconds since 1970', examples: ['1778751000'] })),
    kid: optional(Type.String({ description: 'Which key signed it', examples: ['1'] })),
    sig: optional(Type.String({ description: 'HMAC-SHA256 over frame, expiry and key id', examples: ['k3J…'] })),
    size: optional(
      Type.String({
        description: 'thumb: 320 px wide, screen: 800 px wide, both WebP and never wider than the picture',
        examples: ['thumb'],
      }),
    ),
  }),
  queryCheckedBy: 'handler',
  answers: { 200: { description: 'The image', content: 'image/*' } },
  errors: ['link_invalid', 'not_found'],
})
