import { type Static, Type } from 'typebox'
import { Account, PLANS } from './accounts.ts'
import { Provider, providerFields } from './connections.ts'
import { route } from './route.ts'
import { dateTime, flag, idParam, named, oneOf, optional, uuid } from './schema.ts'

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
