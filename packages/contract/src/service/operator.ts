import { type Static, Type } from 'typebox'
import { Account } from '../accounts/accounts.ts'
import { PLANS } from '../common/plans.ts'
import { route } from '../common/route.ts'
import { dateTime, flag, idParam, named, nullable, oneOf, optional, text, uuid } from '../common/schema.ts'
import { Provider, providerFields } from '../connections/connections.ts'
import { keepDays } from '../telemetry/app-retention.ts'
import { removed } from '../vessels/vessels.ts'

const operator = { tag: 'app', auth: 'operator', scope: null, resource: null } as const

export const OperatorAccount = named('OperatorAccount', 'An account as the operator sees it', {
  ...Account.properties,
  vessels: Type.Integer({ minimum: 0, description: 'How many vessels it has', examples: [2] }),
  access_keys: Type.Integer({ minimum: 0, description: 'How many access keys it has', examples: [1] }),
  connections: Type.Integer({ minimum: 0, description: 'How many connections it has', examples: [3] }),
  photos: Type.Integer({ minimum: 0, description: 'How many photos of inspections it has', examples: [40] }),
  storage_bytes: Type.Integer({
    minimum: 0,
    description: 'Storage of its camera pictures and photos, bytes',
    examples: [61_000_000],
  }),
  created_at: dateTime('When it signed up'),
  suspended_at: nullable(dateTime('When an operator suspended it; null: it is not suspended')),
})
export type OperatorAccount = Static<typeof OperatorAccount>

const AccountAnswer = Type.Object({ account: OperatorAccount })

export const listAccounts = route({
  ...operator,
  id: 'listAccounts',
  method: 'GET',
  path: '/app/operator/accounts',
  summary: 'All accounts',
  description: 'The accounts of this installation, oldest first.',
  query: Type.Object({
    after: optional(uuid('Continue after this account', 'account')),
    search: optional(text(200, 'Only accounts with this text in the name or e-mail address', 'ada')),
  }),
  answers: {
    200: {
      description: 'Up to 200 accounts',
      schema: Type.Object({ accounts: Type.Array(OperatorAccount) }),
    },
  },
  errors: [],
})

export const changeAccount = route({
  ...operator,
  id: 'changeAccount',
  method: 'PATCH',
  path: '/app/operator/accounts/{id}',
  summary: 'Change an account',
  description: 'Sets the plan of an account. Its access keys work only on plans that include them.',
  params: idParam('account'),
  body: named('AccountChange', 'What to change', { plan: oneOf(PLANS, 'Plan', { examples: ['pro'] }) }),
  answers: { 200: { description: 'The account as it is now', schema: AccountAnswer } },
  errors: ['not_found'],
})

export const suspendAccount = route({
  ...operator,
  id: 'suspendAccount',
  method: 'PUT',
  path: '/app/operator/accounts/{id}/suspension',
  summary: 'Suspend an account',
  description:
    'Ends the sessions of the account. Until the suspension is lifted nobody can sign in to it, its access keys and onboard devices get 403 account_suspended, and its shares are private. Nothing is deleted: devices keep their readings and send them later. An operator cannot be suspended. The session must be fresh, as for createAccessKey.',
  params: idParam('account'),
  answers: { 200: { description: 'The account as it is now', schema: AccountAnswer } },
  errors: ['not_found', 'conflict', 'fresh_session_required'],
})

export const liftSuspension = route({
  ...operator,
  id: 'liftSuspension',
  method: 'DELETE',
  path: '/app/operator/accounts/{id}/suspension',
  summary: 'Lift a suspension',
  description:
    'The account, its keys, devices and shares work again. The session must be fresh, as for createAccessKey.',
  params: idParam('account'),
  answers: { 200: { description: 'The account as it is now', schema: AccountAnswer } },
  errors: ['not_found', 'fresh_session_required'],
})

export const removeAccount = route({
  ...operator,
  id: 'removeAccount',
  method: 'DELETE',
  path: '/app/operator/accounts/{id}',
  summary: 'Delete an account',
  description:
    'Deletes the account of somebody else with everything in it, as deleteAccount does. This cannot be undone. An operator cannot be deleted. The session must be fresh, as for createAccessKey.',
  params: idParam('account'),
  body: named('AccountRemoval', 'Proof that this account is meant', {
    email: text(320, 'E-mail address of the account', 'ada@example.org', 3),
  }),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['not_found', 'conflict', 'fresh_session_required'],
})

export const OperatorSettings = named('OperatorSettings', 'Settings of this installation', {
  ingest_enabled: flag('Whether onboard devices may send telemetry'),
  signups: oneOf(['open', 'closed'], 'Whether anyone may create an account'),
  telemetry_keep_days: nullable(
    keepDays('Retention of readings, days, from TELEMETRY_KEEP_DAYS; null: unlimited. Owners may set less'),
  ),
})
export type OperatorSettings = Static<typeof OperatorSettings>

const SettingsAnswer = Type.Object({ settings: OperatorSettings })

export const getSettings = route({
  ...operator,
  id: 'getSettings',
  method: 'GET',
  path: '/app/operator/settings',
  summary: 'Get the settings',
  description: 'The settings of the operator, or of the environment where the operator has set none.',
  answers: { 200: { description: 'The settings', schema: SettingsAnswer } },
  errors: [],
})

export const changeSettings = route({
  ...operator,
  id: 'changeSettings',
  method: 'PATCH',
  path: '/app/operator/settings',
  summary: 'Change the settings',
  description: 'Changes settings for every process at once.',
  body: named('OperatorSettingsChange', 'Fields to change; absent fields keep their value', {
    ingest_enabled: optional(flag('Whether onboard devices may send telemetry')),
    signups: optional(oneOf(['open', 'closed'], 'Whether anyone may create an account')),
  }),
  answers: { 200: { description: 'The settings as they are now', schema: SettingsAnswer } },
  errors: [],
})

export const putProvider = route({
  ...operator,
  id: 'putProvider',
  method: 'PUT',
  path: '/app/operator/providers/{slug}',
  summary: 'Edit the catalogue',
  description: 'Adds a provider or replaces it.',
  params: Type.Object({
    slug: Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,59}$',
      description: 'Slug of the provider',
      examples: ['signalk'],
    }),
  }),
  body: named('ProviderEntry', 'A provider of the catalogue', {
    ...providerFields,
    install_notes: optional(providerFields.install_notes),
    docs_url: optional(providerFields.docs_url),
  }),
  answers: { 200: { description: 'The provider', schema: Type.Object({ provider: Provider }) } },
  errors: ['not_found'],
})

export const BrandInterest = named('BrandInterest', 'A system that owners requested', {
  system_name: text(80, 'Its name, as in the last request', 'Volvo Penta Easy Connect'),
  accounts: Type.Integer({ minimum: 1, description: 'How many accounts requested it', examples: [3] }),
  boat_makes: Type.Array(text(60, 'A builder', 'Hallberg-Rassy'), {
    description: 'Builders of the boats that it is for',
  }),
  notes: Type.Array(text(500, 'A note', 'NMEA 2000 gateway is fitted'), {
    description: 'The newest five notes',
  }),
  last_at: dateTime('When it was last requested'),
})
export type BrandInterest = Static<typeof BrandInterest>

export const listBrandInterest = route({
  ...operator,
  id: 'listBrandInterest',
  method: 'GET',
  path: '/app/operator/brand-requests',
  summary: 'List requested systems',
  description:
    'Each requested system with the number of accounts, most requested first. Upper and lower case make no difference.',
  answers: {
    200: { description: 'Up to 200 systems', schema: Type.Object({ systems: Type.Array(BrandInterest) }) },
  },
  errors: [],
})

const bytes = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description: `${description}, bytes`, examples: [example] })
const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

const trafficFields = {
  requests: count('All requests', 52_310),
  refused: count('Requests that were refused (4xx)', 120),
  failed: count('Requests that failed (5xx)', 0),
  readings: count('Stored readings', 1_204_000),
  readings_rejected: count('Rejected readings of accepted batches', 3),
  frames: count('Stored frames', 288),
  frames_refused: count('Refused frames', 2),
}

export const Traffic = named('Traffic', 'Traffic of a period', trafficFields)
export type Traffic = Static<typeof Traffic>

export const NO_TRAFFIC: Traffic = {
  requests: 0,
  refused: 0,
  failed: 0,
  readings: 0,
  readings_rejected: 0,
  frames: 0,
  frames_refused: 0,
}

export const TrafficSpan = named('TrafficSpan', 'Traffic of an hour or a day', {
  from: dateTime('Start of the hour or the day (UTC)'),
  ...trafficFields,
})
export type TrafficSpan = Static<typeof TrafficSpan>

export const OperatorFigures = named('OperatorFigures', 'Figures of this installation', {
  storage: named('StorageFigures', 'Storage', {
    database_bytes: bytes('The whole database', 812_000_000),
    telemetry_bytes: bytes('Readings with their indexes, as part of the database', 640_000_000),
    days_to_compact: count('Days of vessels whose readings wait to be stored more compactly, in the background', 0),
    frame_bytes: bytes('Camera frames, as files', 96_000_000),
    frames: count('Number of frames', 480),
    photo_bytes: bytes('Inspection photos, as files', 31_000_000),
    photos: count('Number of photos', 60),
    free_bytes: nullable(bytes('Free space on the disk of the frames', 42_000_000_000)),
  }),
  backup: nullable(
    named('BackupFigures', 'The daily backup; null without BACKUP_DIR', {
      made_at: nullable(dateTime('Time of the newest verified backup; null without one')),
      bytes: nullable(bytes('Its size', 240_000_000)),
      encrypted: flag('Whether backups are encrypted', true),
      failed_at: nullable(dateTime('When a later backup failed; null if none did')),
      problem: nullable(text(10_000, 'Why it failed', 'The disk of /var/backups is nearly full: no backup was made.')),
    }),
  ),
  accounts: count('Accounts', 12),
  vessels: count('Vessels', 17),
  vessels_seen: count('Vessels with a connection that was seen in the last 24 hours', 11),
  boxes: count('Connections', 24),
  boxes_seen: count('Connections that were seen in the last 24 hours', 15),
  last_day: named('TrafficOfDay', 'The last 24 hours', {
    total: Traffic,
    hours: Type.Array(TrafficSpan, {
      description: 'By hour, oldest first; hours without traffic are left out',
    }),
  }),
  last_month: named('TrafficOfMonth', 'The last 30 days', {
    total: Traffic,
    days: Type.Array(TrafficSpan, {
      description: 'By day (UTC), oldest first; days without traffic are left out',
    }),
  }),
})
export type OperatorFigures = Static<typeof OperatorFigures>

export const getFigures = route({
  ...operator,
  id: 'getFigures',
  method: 'GET',
  path: '/app/operator/figures',
  summary: 'Figures of this installation',
  description:
    'Storage, traffic of the last day and month, and how many connections were seen. Traffic is updated once a minute.',
  answers: { 200: { description: 'The figures', schema: Type.Object({ figures: OperatorFigures }) } },
  errors: [],
})
