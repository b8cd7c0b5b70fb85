import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { named, optional, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

const app = { tag: 'app', auth: 'session', scope: null, resource: null } as const

export const exportData = route({
  ...app,
  id: 'exportData',
  method: 'GET',
  path: '/app/export',
  summary: 'Download everything',
  description:
    'A ZIP archive with all data of the account: JSON, CSV and images, and a README.txt that explains the files. It holds what was stored when the download started; later data may be in it. An account can run one download at a time.',
  answers: { 200: { description: 'The archive, made while it is sent', content: 'application/zip' } },
  errors: ['rate_limited'],
})

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

export const ExportSize = named('ExportSize', 'Approximate contents of the download', {
  vessels: count('Number of vessels', 2),
  readings: count('Readings, estimated from a sample of days', 2_400_000),
  frames: count('Camera frames', 96),
  bytes: count('Approximate size of the archive, bytes', 61_000_000),
})
export type ExportSize = Static<typeof ExportSize>

export const getExportSize = route({
  ...app,
  id: 'getExportSize',
  method: 'GET',
  path: '/app/export/size',
  summary: 'Get the size of the download',
  description: 'What the download will contain, and its approximate size.',
  answers: { 200: { description: 'The size', schema: Type.Object({ size: ExportSize }) } },
  errors: [],
})

export const deleteAccount = route({
  ...app,
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/app/account',
  summary: 'Delete the account',
  description:
    'Deletes the account with its vessels, logbook, readings, images, connections, keys, shares and sessions. This cannot be undone. The last operator can be deleted only if there is no other account.',
  body: named('AccountDeletion', 'Proof that the owner asks', {
    password: optional(
      text(
        128,
        'The password; an account without one needs a session younger than 15 minutes',
        'correct horse battery',
      ),
    ),
  }),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['wrong_password', 'fresh_session_required', 'conflict', 'rate_limited'],
})
