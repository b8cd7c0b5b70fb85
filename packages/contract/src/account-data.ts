import { type Static, Type } from 'typebox'
import { route } from './route.ts'
import { named, optional, text } from './schema.ts'
import { removed } from './vessels.ts'

const app = { tag: 'app', auth: 'session', scope: null, resource: null } as const

export const exportData = route({
  ...app,
  id: 'exportData',
  method: 'GET',
  path: '/app/export',
  summary: 'Download everything',
  description:
    'One ZIP archive of everything that is the account’s: JSON, CSV and images, with a README.txt that explains the files. What was stored when the download began is in it; what arrives meanwhile may be. One download at a time for an account.',
  answers: { 200: { description: 'The archive, made while it is sent', content: 'application/zip' } },
  errors: ['rate_limited'],
})

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

export const ExportSize = named('ExportSize', 'What the download will hold, about', {
  vessels: count('How many vessels', 2),
  readings: count('Readings, about: counted on some days and multiplied', 2_400_000),
  frames: count('Images of cameras', 96),
  bytes: count('Size of the archive, bytes, about', 61_000_000),
})
export type ExportSize = Static<typeof ExportSize>

export const getExportSize = route({
  ...app,
  id: 'getExportSize',
  method: 'GET',
  path: '/app/export/size',
  summary: 'How large the download is',
  description: 'What the download of everything will hold, and about how large it will be.',
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
    'Deletes the account with all that is its own: vessels, logbook, readings, images, connections, keys, shares and sessions. It cannot be undone. The last operator can go only when no other account is left.',
  body: named('AccountDeletion', 'Proof that the account’s owner asks', {
    password: optional(
      text(
        128,
        'The password; an account without one needs a session younger than ten minutes',
        'correct horse battery',
      ),
    ),
  }),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: ['wrong_password', 'fresh_session_required', 'conflict', 'rate_limited'],
})
