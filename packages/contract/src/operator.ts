import { type Static, Type } from 'typebox'
import { Account, PLANS } from './accounts.ts'
import { Provider, providerFields } from './connections.ts'
import { keepDays } from './retention.ts'
import { route } from './route.ts'
import { dateTime, flag, idParam, named, nullable, oneOf, optional, text, uuid } from './schema.ts'

const operator = { tag: 'app', auth: 'operator', scope: null, resource: null } as const

export const OperatorAccount = named('OperatorAccount', 'An account as the operator sees it', {
  ...Account.properties,
  vessels: Type.Integer({ minimum: 0, description: 'How many vessels it has', examples: [2] }),
  created_at: dateTime('When it signed up'),
})
export type OperatorAccount = Static<typeof OperatorAccount>

export const listAccounts = route({
  ...operator,
  id: 'listAccounts',
  method: 'GET',
  path: '/app/operator/accounts',
  summary: 'All accounts',
  description: 'The accounts of this installation, oldest first.',
  query: Type.Object({
    after: optional(uuid('Go on after this account')),
    search: optional(text(200, 'Only those whose name or e-mail address holds this text', 'ada')),
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
  description: "Sets an account's plan. Keys of an account that falls below pro stop working until it rises again.",
  params: idParam('account'),
  body: named('AccountChange', 'What to change', { plan: oneOf(PLANS, 'Plan') }),
  answers: { 200: { description: 'The account as it is now', schema: Type.Object({ account: OperatorAccount }) } },
  errors: ['not_found'],
})

export const OperatorSettings = named('OperatorSettings', 'Switches of this installation', {
  ingest_enabled: flag('Whether boxes may send telemetry'),
  signups: oneOf(['open', 'closed'], 'Whether anyone may make an account'),
  telemetry_keep_days: nullable(
    keepDays('How long readings are kept, days, as TELEMETRY_KEEP_DAYS says; null: for ever. Owners may set less'),
  ),
})
export type OperatorSettings = Static<typeof OperatorSettings>

const SettingsAnswer = Type.Object({ settings: OperatorSettings })

export const getSettings = route({
  ...operator,
  id: 'getSettings',
  method: 'GET',
  path: '/app/operator/settings',
  summary: 'The switches',
  description: 'What the operator set, or else what the environment says.',
  answers: { 200: { description: 'The switches', schema: SettingsAnswer } },
  errors: [],
})

export const changeSettings = route({
  ...operator,
  id: 'changeSettings',
  method: 'PATCH',
  path: '/app/operator/settings',
  summary: 'Change the switches',
  description: 'Changes a switch, for every process at once.',
  body: named('OperatorSettingsChange', 'What to change; a field that is absent stays', {
    ingest_enabled: optional(flag('Whether boxes may send telemetry')),
    signups: optional(oneOf(['open', 'closed'], 'Whether anyone may make an account')),
  }),
  answers: { 200: { description: 'The switches as they are now', schema: SettingsAnswer } },
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

export const BrandInterest = named('BrandInterest', 'A system that people asked for', {
  system_name: text(80, 'Its name, as it was written last', 'Volvo Penta Easy Connect'),
  accounts: Type.Integer({ minimum: 1, description: 'How many accounts asked for it', examples: [3] }),
  boat_makes: Type.Array(text(60, 'A builder', 'Hallberg-Rassy'), { description: 'Builders of the boats it is for' }),
  notes: Type.Array(text(500, 'A note', 'NMEA 2000 gateway is fitted'), {
    description: 'What people wrote with it, the newest five',
  }),
  last_at: dateTime('When it was last asked for'),
})
export type BrandInterest = Static<typeof BrandInterest>

export const listBrandInterest = route({
  ...operator,
  id: 'listBrandInterest',
  method: 'GET',
  path: '/app/operator/brand-requests',
  summary: 'The systems that people asked for',
  description:
    'Each system that was asked for, however it was spelt in capitals, with how many accounts asked; most asked for first.',
  answers: {
    200: { description: 'Up to 200 systems', schema: Type.Object({ systems: Type.Array(BrandInterest) }) },
  },
  errors: [],
})

const bytes = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description: `${description}, bytes`, examples: [example] })
const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] })

const trafficFields = {
  requests: count('Requests of any kind', 52_310),
  refused: count('Of them, those that were refused: the caller’s fault', 120),
  failed: count('Of them, those that failed: the service’s fault', 0),
  readings: count('Readings that were stored', 1_204_000),
  readings_rejected: count('Readings of accepted batches that did not fit', 3),
  frames: count('Images that were stored', 288),
  frames_refused: count('Images that were refused', 2),
}

export const Traffic = named('Traffic', 'What came in a time', trafficFields)
export type Traffic = Static<typeof Traffic>

export const TrafficSpan = named('TrafficSpan', 'What came in an hour or a day', {
  from: dateTime('When the hour or the day (UTC) begins'),
  ...trafficFields,
})
export type TrafficSpan = Static<typeof TrafficSpan>

export const OperatorFigures = named('OperatorFigures', 'Figures of this installation', {
  storage: named('StorageFigures', 'What is kept', {
    database_bytes: bytes('The database, all of it', 812_000_000),
    telemetry_bytes: bytes('Of the database: readings with their indexes', 640_000_000),
    frame_bytes: bytes('Images of cameras, as files', 96_000_000),
    frames: count('How many images', 480),
    photo_bytes: bytes('Photos of inspections, as files', 31_000_000),
    photos: count('How many photos', 60),
    free_bytes: nullable(bytes('Room left on the disk of the images', 42_000_000_000)),
  }),
  backup: nullable(
    named('BackupFigures', 'The backup that is made each day; null where none is (BACKUP_DIR)', {
      made_at: nullable(dateTime('The moment that the newest good one shows; null: there is none yet')),
      bytes: nullable(bytes('Its size', 240_000_000)),
      failed_at: nullable(dateTime('When one failed since then')),
      problem: nullable(text(10_000, 'Why', 'The disk of /var/backups is nearly full: no backup was made.')),
    }),
  ),
  accounts: count('Accounts', 12),
  vessels: count('Vessels', 17),
  vessels_seen: count('Vessels with a box that was heard in the last 24 hours', 11),
  boxes: count('Connections', 24),
  boxes_seen: count('Connections that were heard in the last 24 hours', 15),
  last_day: named('TrafficOfDay', 'The last 24 hours', {
    total: Traffic,
    hours: Type.Array(TrafficSpan, {
      description: 'By the hour, oldest first; an hour in which nothing came is left out',
    }),
  }),
  last_month: named('TrafficOfMonth', 'The last 30 days', {
    total: Traffic,
    days: Type.Array(TrafficSpan, {
      description: 'By the day (UTC), oldest first; a day on which nothing came is left out',
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
    'Storage, traffic of the last day and month, and how many boxes were heard. Traffic is written down once a minute.',
  answers: { 200: { description: 'The figures', schema: Type.Object({ figures: OperatorFigures }) } },
  errors: [],
})
