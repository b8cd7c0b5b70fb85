import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

interface Of {
  vesselId: string
  ownerId: string
}

/** Gives each boat five rules about readings that it sends, one of which is broken now and then, and each owner a webhook. */
export async function storeRules({ db }: Database, of: Of[], url: string): Promise<void> {
  const vessels = of.map(({ vesselId }) => vesselId)
  await sql`
    insert into alarm_rule (vessel_id, id, kind, metric, "limit", margin, hold_s, applies, severity)
    select v, gen_random_uuid(), r.* from unnest(${vessels}::uuid[]) v cross join (values
      ('above', 'bilge_water', 0.5::double precision, 0::double precision, 0, 'always', 'alarm'),
      ('above', 'engine_coolant_temp', 98, 4, 10, 'always', 'alarm'),
      ('below', 'engine_oil_pressure', 100, 30, 10, 'engine_running', 'alarm'),
      ('bank_below', 'battery_voltage', 11.8, 0.4, 300, 'always', 'warning'),
      ('below', 'depth', 1, 0.5, 10, 'under_way', 'warning')
    ) r (kind, metric, "limit", margin, hold_s, applies, severity)`.execute(db)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await sql`
    insert into channel (owner_id, id, kind, name, address, secret, severity, language, verified_at)
    select o, i, 'webhook', 'bench', ${url}, ${secret}, 'warning', 'en', now()
    from unnest(${of.map(({ ownerId }) => ownerId)}::uuid[], ${of.map(() => randomUUIDv7())}::uuid[]) t(o, i)`.execute(
    db,
  )
}
