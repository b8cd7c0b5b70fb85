import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
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
  orNull,
  text,
  uuid,
} from '../common/schema.ts'
import { minutes } from '../common/words.ts'
import { removed } from '../vessels/vessels.ts'
import { Camera, CheckIn, Frame } from './cameras.ts'
import { FRAME_MIMES } from './frame-mimes.ts'

export const StoredFrame = named('StoredFrame', 'A camera frame as the app shows it', {
  ...Frame.properties,
  url: text(
    2000,
    `A signed link, valid for ${minutes(LIMITS.signedLinkSeconds)}`,
    'https://boat.example/frames/0b9f…?exp=1&sig=…',
  ),
  thumb_url: text(
    2000,
    'As url, to a picture that is at most 320 px wide',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=thumb',
  ),
  mime: oneOf(FRAME_MIMES, 'Type of the image'),
  received_at: dateTime('When it arrived, which is what frames are ordered by'),
})
export type StoredFrame = Static<typeof StoredFrame>

const LastCheckIn = named('LastCheckIn', 'The last check-in, open or closed', {
  ...CheckIn.properties,
  answered_at: nullable(dateTime('When a frame answered it; null while it is open, and for ever once it has expired')),
  frame_id: nullable(uuid('The frame that answered it; it may have been deleted since', 'frame')),
})

const Sender = named('CameraSender', 'The connection that sends for a camera', {
  id: uuid('Its id', 'connection'),
  provider_name: text(80, 'Name of its provider', 'Onboard camera'),
  enabled: flag('Whether it may send'),
  last_seen_at: nullable(dateTime('When it last sent something or asked for check-ins, to a minute')),
})

export const CameraOverview = named('CameraOverview', 'A camera with its newest frame and its last check-in', {
  ...Camera.properties,
  frames: integer(0, LIMITS.retainFrames.max, 'How many frames are kept now', 24),
  frames_bytes: integer(0, Number.MAX_SAFE_INTEGER, 'Their size together, bytes', 4_423_680),
  newest_frame: orNull(StoredFrame, 'The newest frame; null when there is none'),
  last_check_in: orNull(LastCheckIn, 'The last check-in; null when there was none'),
  connection: orNull(Sender, 'Its connection; null when that was removed'),
})
export type CameraOverview = Static<typeof CameraOverview>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const overviewCameras = route({
  ...app,
  resource: 'vessel',
  id: 'overviewCameras',
  method: 'GET',
  path: '/app/vessels/{id}/cameras',
  summary: 'The cameras of a vessel, for the app',
  description:
    'The cameras, oldest first, each with its newest frame and its last check-in. For one minute after this request, onboard devices poll for check-ins more often.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The cameras',
      schema: Type.Object({
        now: dateTime("The service's clock, by which check-ins expire"),
        cameras: Type.Array(CameraOverview),
      }),
    },
  },
  errors: [],
})

export const pageFrames = route({
  ...app,
  resource: 'camera',
  id: 'pageFrames',
  method: 'GET',
  path: '/app/cameras/{id}/frames',
  summary: 'The frames of a camera, page by page',
  description:
    'All frames that are kept, newest first. `before` continues after the last frame of a page. It returns an empty page after a frame that was deleted, because the oldest frames are deleted first.',
  params: idParam('camera'),
  query: Type.Object({
    before: optional(uuid('Only frames that arrived before this one', 'frame')),
    ...limit(LIMITS.framesPerPage).properties,
  }),
  answers: {
    200: {
      description: 'A page of frames',
      schema: Type.Object({
        frames: Type.Array(StoredFrame),
        next: nullable(uuid('Give it as `before` for the next page; null on the last one', 'frame')),
      }),
    },
  },
  errors: [],
})

export const deleteFrame = route({
  ...app,
  resource: 'frame',
  id: 'deleteFrame',
  method: 'DELETE',
  path: '/app/frames/{id}',
  summary: 'Delete a frame',
  description: 'Deletes one picture. There is no way back.',
  params: idParam('frame'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})
