import { randomUUIDv7 } from 'node:crypto'
import {
  AUDIT_PAGE,
  type AuditEvent,
  type InstallationEvent,
  type SignInMethod,
  type SignInNotice,
  type WithDates,
} from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Act, insertEvent, originOf } from './record.ts'

/** A page of an account's events, newest first. */
export function listEvents(db: Db, ownerId: string, before: string | undefined): Promise<WithDates<AuditEvent>[]> {
  return page(db, before).where('e.owner_id', '=', ownerId).execute()
}

/** A page of all events, newest first. */
export async function listAllEvents(db: Db, before: string | undefined): Promise<WithDates<InstallationEvent>[]> {
  const rows = await page(db, before)
    .leftJoin('owner as o', 'o.id', 'e.owner_id')
    .select(['o.id as account_id', 'o.email'])
    .execute()
  return rows.map(({ account_id, email, ...event }) => ({
    ...event,
    account: account_id && email ? { id: account_id, email } : null,
  }))
}

/** Ids begin with the time, so they are in its order. */
const page = (db: Db, before: string | undefined) =>
  db
    .selectFrom('audit_event as e')
    .select(['e.id', 'e.at', 'e.kind', 'e.detail', 'e.ip', 'e.user_agent'])
    .select(sql<boolean>`e.by_id is not null`.as('by_operator'))
    .$if(before !== undefined, (events) => events.where('e.id', '<', before!))
    .orderBy('e.id', 'desc')
    .limit(AUDIT_PAGE)

/**
 * Records a sign-in; one from a device that the account has not used before waits for its owner's answer. Gives whether it is
 * such a one.
 */
export function recordSignIn(db: Db, act: Act, method: SignInMethod, device: Uint8Array): Promise<boolean> {
  const { caller, request, now } = act
  const event = { at: now, ownerId: caller.id, byId: null, detail: { method }, ...originOf(request), device }
  return insertEvent(db, { ...event, kind: 'signed_in' })
}

/** Records that this device belongs to the account that it just created. */
export async function setDevice(db: Db, ownerId: string, device: Uint8Array): Promise<void> {
  await db
    .updateTable('audit_event')
    .set({ device })
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'account_created')
    .execute()
}

/** Failed sign-ins of an account by one method that are recorded in a day: what strangers can make the table grow by. */
const MAX_FAILED_A_DAY = 20

export interface FailedSignIn {
  /** Whose account: who gives a code has given the right password before. */
  whose: { email: string } | { id: string }
  method: SignInMethod
  request: Act['request']
  now: Date
}

/** Records that a sign-in failed, when there is such an account. */
export async function recordFailedSignIn(db: Db, { whose, method, request, now }: FailedSignIn): Promise<void> {
  const { ip, user_agent } = originOf(request)
  const detail = JSON.stringify({ method })
  const isTheirs = 'id' in whose ? sql`o.id = ${whose.id}::uuid` : sql`o.email = ${whose.email.toLowerCase()}`
  await sql`
    insert into audit_event (id, at, owner_id, kind, detail, ip, user_agent)
    select ${randomUUIDv7()}::uuid, ${now}::timestamptz, o.id, 'sign_in_failed', ${detail}::jsonb, ${ip}::text, ${user_agent}::text
    from owner o where ${isTheirs} and ${MAX_FAILED_A_DAY} > (
      select count(*) from audit_event e
      where e.owner_id = o.id and e.kind = 'sign_in_failed' and e.detail = ${detail}::jsonb and e.at > ${now}::timestamptz - interval '1 day')`.execute(
    db,
  )
}

interface Visitor {
  ownerId: string
  /** SHA-256 of the device cookie. */
  device: Uint8Array | null
  /** When the visitor's session began. */
  since: Date
}

/**
 * The sign-ins that a visitor is told about: from other devices, after this one was known. So a device that is new itself is told
 * nothing, and neither confirms nor hides what another is told.
 */
export async function signInNotices(db: Db, { ownerId, device, since }: Visitor): Promise<WithDates<SignInNotice>[]> {
  const { rows } = await sql<WithDates<SignInNotice>>`
    select e.id, e.at, e.ip, e.user_agent from audit_event e
    where e.owner_id = ${ownerId} and e.notice and e.device is distinct from ${device}::bytea
      and (e.at > ${since} or exists (
        select from audit_event k where k.owner_id = ${ownerId} and k.device = ${device}::bytea and k.at < e.at))
    order by e.id desc limit ${AUDIT_PAGE}`.execute(db)
  return rows
}

/** Up to this event the notices are answered. */
export async function confirmNotices(db: Db, { ownerId, device }: Omit<Visitor, 'since'>, last: string): Promise<void> {
  await sql`
    update audit_event set notice = false
    where owner_id = ${ownerId} and notice and id <= ${last} and device is distinct from ${device}::bytea`.execute(db)
}

const KEEP_DAYS = 365

/** Deletes events that are older than a year. */
export async function deleteOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('audit_event')
    .where('at', '<', new Date(now.getTime() - KEEP_DAYS * 24 * 60 * 60_000))
    .execute()
}
