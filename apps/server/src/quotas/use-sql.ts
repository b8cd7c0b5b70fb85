import { QUOTAS, type Quota } from '@binnacle/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

type OwnerId = RawBuilder<unknown>

const ofVessels = (what: RawBuilder<unknown>, table: string, ownerId: OwnerId) =>
  sql`(select ${what} from ${sql.table(table)} x join vessel v on v.id = x.vessel_id where v.owner_id = ${ownerId})`

const USE: Record<Quota, (ownerId: OwnerId) => RawBuilder<unknown>> = {
  vessels: (ownerId) => sql`(select count(*) from vessel v where v.owner_id = ${ownerId})`,
  access_keys: (ownerId) => sql`(select count(*) from access_key k where k.owner_id = ${ownerId})`,
  connections: (ownerId) => ofVessels(sql`count(*)`, 'connection', ownerId),
  photos: (ownerId) => ofVessels(sql`count(*)`, 'inspection_photo', ownerId),
  storage_bytes: (ownerId) =>
    sql`(${ofVessels(sql`coalesce(sum(x.bytes), 0)`, 'frame', ownerId)} + ${ofVessels(sql`coalesce(sum(x.bytes), 0)`, 'inspection_photo', ownerId)})`,
}

/** How much an account has of what a quota limits, as a column. */
export const useColumn = (quota: Quota, ownerId: OwnerId) => sql<number>`${USE[quota](ownerId)}::double precision`

/** How much the account has of these. */
export async function useOf(
  db: Db,
  ownerId: string,
  quotas: readonly Quota[] = QUOTAS,
): Promise<Record<Quota, number>> {
  const columns = quotas.map((quota) => sql`${useColumn(quota, sql`${ownerId}::uuid`)} as ${sql.ref(quota)}`)
  const { rows } = await sql<Record<Quota, number>>`select ${sql.join(columns)}`.execute(db)
  return rows[0]!
}
