import type { BrandInterest, WithDates } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const MOST = 200

type BrandInterestRow = WithDates<BrandInterest>

/** The systems that people asked for; one of a name, whatever its capitals and the space around it. */
export async function listBrandInterest(db: Db): Promise<BrandInterestRow[]> {
  const { rows } = await sql<BrandInterestRow>`
    select (array_agg(system_name order by created_at desc))[1] as system_name,
      count(distinct owner_id)::integer as accounts,
      coalesce((array_agg(distinct boat_make) filter (where boat_make is not null))[1:20], '{}') as boat_makes,
      coalesce((array_agg(note order by created_at desc) filter (where note is not null))[1:5], '{}') as notes,
      max(created_at) as last_at
    from brand_request group by lower(btrim(system_name)) order by accounts desc, last_at desc limit ${MOST}`.execute(
    db,
  )
  return rows
}
