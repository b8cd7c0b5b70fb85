import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'

export async function findToken(db: Db, ownerId: string): Promise<string | undefined> {
  const { calendar_token } = await db
    .selectFrom('owner')
    .select('calendar_token')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return calendar_token ?? undefined
}

export async function setToken(db: Db, ownerId: string, token: string | null): Promise<void> {
  await db.updateTable('owner').set({ calendar_token: token }).where('id', '=', ownerId).execute()
}

export async function findVesselToken(db: Db, vesselId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('vessel_calendar')
    .select('token')
    .where('vessel_id', '=', vesselId)
    .executeTakeFirst()
  return row?.token
}

/** The row lock is that of the foreign key, taken first, so that a vessel that is being deleted is not found. */
export async function putVesselToken(db: Db, ownerId: string, vesselId: string, token: string): Promise<void> {
  const { rows } = await sql`
    insert into vessel_calendar (vessel_id, token)
    select id, ${token} from vessel where id = ${vesselId} and owner_id = ${ownerId} for key share
    on conflict (vessel_id) do update set token = excluded.token
    returning vessel_id`.execute(db)
  if (rows.length === 0) throw notFound()
}

export async function deleteVesselToken(db: Db, vesselId: string): Promise<void> {
  await db.deleteFrom('vessel_calendar').where('vessel_id', '=', vesselId).execute()
}

interface CalendarOf {
  owner_id: string
  /** Null: of all of the owner's. */
  vessel_id: string | null
}

/** Whose calendar it is, unless the account is suspended. */
export async function findCalendar(db: Db, token: string): Promise<CalendarOf | undefined> {
  const { rows } = await sql<CalendarOf>`
    select id as owner_id, null::uuid as vessel_id from owner where calendar_token = ${token} and suspended_at is null
    union all
    select o.id, v.id from vessel_calendar c join vessel v on v.id = c.vessel_id join owner o on o.id = v.owner_id
    where c.token = ${token} and o.suspended_at is null`.execute(db)
  return rows[0]
}
