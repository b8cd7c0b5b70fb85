import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { dateTime, flag, integer, named, nullable, oneOf, optional, text, uuid } from '../common/schema.ts'

/** What the audit log records. */
export const AUDIT_KINDS = [
  'account_created',
  'account_deleted',
  'account_suspended',
  'account_restored',
  'plan_changed',
  'signed_in',
  'sign_in_failed',
  'session_ended',
  'other_sessions_ended',
  'password_changed',
  'password_reset',
  'totp_enabled',
  'totp_disabled',
  'backup_codes_created',
  'passkey_added',
  'passkey_removed',
  'oidc_linked',
  'oidc_unlinked',
  'access_key_created',
  'access_key_revoked',
  'connection_created',
  'connection_changed',
  'connection_key_rotated',
  'connection_stopped',
  'connection_deleted',
  'share_created',
  'share_changed',
  'share_revoked',
  'channel_created',
  'channel_changed',
  'channel_deleted',
  'calendar_created',
  'calendar_revoked',
  'quiet_hours_changed',
  'retention_changed',
  'data_exported',
  'vessel_deleted',
  'settings_changed',
  'catalogue_changed',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const SIGN_IN_METHODS = ['password', 'totp', 'backup_code', 'passkey', 'oidc'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export const AuditDetail = named('AuditDetail', 'What an event is about, as far as it has these', {
  name: optional(text(200, 'Name of the thing: a key, a connection, an account', 'Home Assistant')),
  vessel: optional(text(200, 'Name of the vessel', 'Aurora')),
  method: optional(oneOf(SIGN_IN_METHODS, 'How somebody signed in')),
  access_key: optional(text(80, 'Name of the access key that did it; absent: somebody signed in', 'Home Assistant')),
  value: optional(text(500, 'New value', 'signups=open')),
  more: optional(integer(1, 1e9, 'How many more of this kind followed within a day; only their number is kept', 40)),
})
export type AuditDetail = Static<typeof AuditDetail>

const events = {
  id: uuid('Id of the event', 'audit_event'),
  at: dateTime('When it happened'),
  kind: oneOf(AUDIT_KINDS, 'What happened'),
  detail: AuditDetail,
  by_operator: flag("Whether an operator did it to another's account", false),
  ip: nullable(text(50, 'The address it came from; null: not over the network', '203.0.113.7')),
  user_agent: nullable(text(300, 'The User-Agent of the browser or program', 'Mozilla/5.0 (iPhone; …) Safari/604.1')),
}

export const AuditEvent = named('AuditEvent', 'An event of the audit log', events)
export type AuditEvent = Static<typeof AuditEvent>

const page = (description: string) =>
  Type.Object({ before: optional(uuid('Continue with the events before this one', 'audit_event')) }, { description })

/** Events of a page. */
export const AUDIT_PAGE = 50

export const listActivity = route({
  id: 'listActivity',
  method: 'GET',
  path: '/app/activity',
  tag: 'app',
  auth: 'session',
  scope: null,
  resource: null,
  summary: 'The activity of the account',
  description:
    'The audit log of the account, newest first: sign-ins, keys, connections, shares, downloads and settings. Events are kept for a year; of more than 200 of one kind in a day, the number.',
  query: page('Which page'),
  answers: { 200: { description: 'Up to 50 events', schema: Type.Object({ events: Type.Array(AuditEvent) }) } },
  errors: [],
})

export const InstallationEvent = named('InstallationEvent', 'An event of the audit log, as the operator sees it', {
  ...events,
  account: nullable(
    named('AuditAccount', 'The account that it is about; null: it was deleted', {
      id: uuid("The account's id", 'account'),
      email: text(320, 'E-mail address', 'ada@example.org'),
    }),
  ),
})
export type InstallationEvent = Static<typeof InstallationEvent>

export const listInstallationActivity = route({
  id: 'listInstallationActivity',
  method: 'GET',
  path: '/app/operator/activity',
  tag: 'app',
  auth: 'operator',
  scope: null,
  resource: null,
  summary: 'The activity of the installation',
  description: 'The audit log of all accounts, newest first. Events are kept for a year.',
  query: page('Which page'),
  answers: { 200: { description: 'Up to 50 events', schema: Type.Object({ events: Type.Array(InstallationEvent) }) } },
  errors: [],
})

const app = { tag: 'app', auth: 'session', scope: null, resource: null } as const

const SignInNotice = named('SignInNotice', 'A sign-in from a device that was not seen before', {
  id: events.id,
  at: events.at,
  ip: events.ip,
  user_agent: events.user_agent,
})
export type SignInNotice = Static<typeof SignInNotice>

export const listSignInNotices = route({
  ...app,
  id: 'listSignInNotices',
  method: 'GET',
  path: '/app/sign-in-notices',
  summary: 'New sign-ins elsewhere',
  description:
    'Sign-ins from devices that were not seen before and that the owner has not yet confirmed, newest first. A device does not see its own.',
  answers: { 200: { description: 'The sign-ins', schema: Type.Object({ sign_ins: Type.Array(SignInNotice) }) } },
  errors: [],
})

export const confirmSignInNotices = route({
  ...app,
  id: 'confirmSignInNotices',
  method: 'POST',
  path: '/app/sign-in-notices/confirm',
  summary: 'Confirm new sign-ins',
  description: 'They are not shown again.',
  body: named('NoticesSeen', 'What was shown', { last: uuid('The newest sign-in that was shown', 'audit_event') }),
  answers: { 200: { description: 'They were confirmed', schema: Type.Object({}) } },
  errors: [],
})
