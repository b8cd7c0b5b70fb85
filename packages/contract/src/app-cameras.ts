import { type Static, Type } from 'typebox'
import { Camera, CheckIn, FRAME_MIMES, Frame } from './cameras.ts'
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
  orNull,
  text,
  uuid,
} from './schema.ts'
import { removed } from './vessels.ts'

export const StoredFrame = named('StoredFrame', 'A still image as the app shows it', {
  ...Frame.properties,
  url: text(2000, 'A signed link, valid for 30 minutes', 'https://boat.example/frames/0b9f…?exp=1&sig=…'),
  thumb_url: text(
    2000,
    'As url, to a picture that is at most 320 px wide',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=thumb',
  ),
  mime: oneOf(FRAME_MIMES, 'Type of the image'),
  received_at: dateTime('When it arrived, which is what frames are ordered by'),
})
export type StoredFrame = Static<typeof StoredFrame>

const LastCheckIn = named('LastCheckIn', "The owner's last request, open or closed", {
  ...CheckIn.properties,
  answered_at: nullable(dateTime('When a frame answered it; null while it is open, and for ever once it has expired')),
  frame_id: nullable(uuid('The frame that answered it, which may have been dropped since')),
})

const Sender = named('CameraSender', 'The connection that sends for a camera', {
  id: uuid('Its id'),
  provider_name: text(80, 'Name of its provider', 'Onboard camera'),
  enabled: flag('Whether it may send'),
  last_seen_at: nullable(dateTime('When it last sent something or asked for check-ins, to a minute')),
})

export const CameraOverview = named('CameraOverview', 'A camera with what its owner wants to see of it', {
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
    'The cameras, in the order in which they registered, each with its newest frame and its last check-in. Boxes ask for check-ins more often for a minute after this was read.',
  params: idParam('vessel'),
  answers: {
    200: {
      description: 'The cameras',
      schema: Type.Object({
        now: dateTime("The service's clock, which check-ins end by"),
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
    'Frames newest first, all that are kept: `before` goes on after the last of a page. What came before a frame that has been dropped is empty, since the oldest are dropped first.',
  params: idParam('camera'),
  query: Type.Object({
    before: optional(uuid('Only frames that arrived before this one')),
    ...limit(LIMITS.framesPerPage).properties,
  }),
  answers: {
    200: {
      description: 'A page of frames',
      schema: Type.Object({
        frames: Type.Array(StoredFrame),
        next: nullable(uuid('Give it as `before` for the next page; null on the last one')),
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
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})
