import { randomUUIDv7 } from 'node:crypto'
import type { AuditDetail, AuditKind } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
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

/** Where a request comes from, as events store it. */
export const originOf = (request: Act['request']) => ({
  ip: request?.ip ?? null,
  user_agent: request?.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
})

/** Adds an event to the audit log. Give the transaction of the change, so that neither is stored without the other. */
export async function record(db: Db, act: Act, kind: AuditKind, about: About = {}): Promise<void> {
  const { caller, request, now } = act
  const { ownerId = caller.id, vesselId, ...detail } = about
  if (vesselId) detail.vessel = (await vesselName(db, vesselId)) ?? ''
  if (caller.accessKey) detail.access_key = caller.accessKey.name
  await db
    .insertInto('audit_event')
    .values({
      id: randomUUIDv7(),
      at: now,
      owner_id: ownerId,
      by_id: ownerId === caller.id ? null : caller.id,
      kind,
      detail: JSON.stringify(detail),
      ...originOf(request),
    })
    .execute()
}

async function vesselName(db: Db, id: string): Promise<string | undefined> {
  const vessel = await db.selectFrom('vessel').select('name').where('id', '=', id).executeTakeFirst()
  return vessel?.name
}
