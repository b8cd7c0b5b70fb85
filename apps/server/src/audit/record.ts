import { randomUUIDv7 } from 'node:crypto'
import type { AuditDetail, AuditKind } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Who does something, from where and when: the call of a handler. */
export interface Act {
  caller: { id: string; accessKey?: { name: string } | undefined }
  /** Null: not over the network, or nobody's business. */
  request: Pick<FastifyRequest, 'ip' | 'headers'> | null
  now: Date
}

interface About extends AuditDetail {
  /** The account that it is about, if it is not the caller's; null: one that is deleted. */
  ownerId?: string | null
  /** Its name is recorded. */
  vesselId?: string
}

const USER_AGENT_LENGTH = 300
/** The longest way to write an IPv6 address; with a trusted proxy it is what the client wrote. */
const ADDRESS_LENGTH = 45

/** Where a request comes from, as events store it. */
export const originOf = (request: Act['request']) => ({
  ip: request?.ip.slice(0, ADDRESS_LENGTH) ?? null,
  user_agent: request?.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
})

/** Adds an event to the audit log. Give the transaction of the change, so that neither is stored without the other. */
export async function record(db: Db, act: Act, kind: AuditKind, about: About = {}): Promise<void> {
  const { caller, request, now } = act
  const { ownerId = caller.id, vesselId, ...detail } = about
  if (vesselId) detail.vessel = (await vesselName(db, vesselId)) ?? ''
  if (caller.accessKey) detail.access_key = caller.accessKey.name
  const byId = ownerId === caller.id ? null : caller.id
  await insertEvent(db, { at: now, ownerId, byId, kind, detail, ...originOf(request) })
}

interface NewEvent extends ReturnType<typeof originOf> {
  at: Date
  ownerId: string | null
  byId: string | null
  kind: AuditKind
  detail: AuditDetail
  /** Of a sign-in: SHA-256 of the device's cookie. One that is new to the account waits for its owner's answer. */
  device?: Uint8Array
}

/** Events of one kind and access key that an account has in a day: so many that no person makes more. */
const MAX_A_DAY = 200

/**
 * Stores an event, or counts it at the newest of its kind when the account has had too many in a day (decision 57). Gives whether
 * it was stored, and waits for its owner's answer.
 */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const { at, ownerId, byId, kind, detail, ip, user_agent, device = null } = event
  const key = detail.access_key ?? null
  const { rows } = await sql<{ notice: boolean }>`
    with event as (
      select ${device}::bytea is not null and not exists (
        select from audit_event where owner_id = ${ownerId}::uuid and device = ${device}::bytea) as notice
    ), today as (
      select id from audit_event
      where owner_id = ${ownerId}::uuid and kind = ${kind} and at > ${at}::timestamptz - interval '1 day'
        and detail->>'access_key' is not distinct from ${key}::text
      order by id desc limit ${MAX_A_DAY}
    ), counted as (
      update audit_event set
        detail = detail || jsonb_build_object('more', coalesce((detail->>'more')::int, 0) + 1),
        notice = notice or (select notice from event)
      where id = (select id from today order by id desc limit 1) and (select count(*) from today) >= ${MAX_A_DAY}
      returning id
    )
    insert into audit_event (id, at, owner_id, by_id, kind, detail, ip, user_agent, device, notice)
    select ${randomUUIDv7()}::uuid, ${at}::timestamptz, ${ownerId}::uuid, ${byId}::uuid, ${kind},
      ${JSON.stringify(detail)}::jsonb, ${ip}::text, ${user_agent}::text, ${device}::bytea, notice
    from event where not exists (select from counted)
    returning notice`.execute(db)
  return rows[0]?.notice ?? false
}

async function vesselName(db: Db, id: string): Promise<string | undefined> {
  const vessel = await db.selectFrom('vessel').select('name').where('id', '=', id).executeTakeFirst()
  return vessel?.name
}
