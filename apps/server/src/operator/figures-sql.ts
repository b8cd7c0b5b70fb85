import type { OperatorFigures } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'

type Storage = Omit<OperatorFigures['storage'], 'free_bytes'>

/**
 * What is kept. Sizes of tables are asked of the file system; only images are counted, in their rows: 0.1 s for a million.
 */
export async function storageFigures({ db, spread }: Pick<Database, 'db' | 'spread'>): Promise<Storage> {
  const sizeOf = spread
    ? sql`citus_total_relation_size(c.oid, fail_on_error => false)`
    : sql`pg_total_relation_size(c.oid)`
  const { rows } = await sql<Storage>`
    select pg_database_size(current_database())::double precision as database_bytes,
      (select coalesce(sum(${sizeOf}), 0)::double precision from pg_class c
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname like 'telemetry\\_%') as telemetry_bytes,
      (select count(*) from telemetry_day where compact_at is not null)::double precision as days_to_compact,
      f.frames, f.frame_bytes, p.photos, p.photo_bytes
    from (select count(*)::double precision as frames, coalesce(sum(bytes), 0)::double precision as frame_bytes from frame) f,
      (select count(*)::double precision as photos, coalesce(sum(bytes), 0)::double precision as photo_bytes from inspection_photo) p`.execute(
    db,
  )
  return rows[0]!
}

type Counts = Pick<OperatorFigures, 'accounts' | 'vessels' | 'vessels_seen' | 'boxes' | 'boxes_seen'>

/**
 * How many there are, and how many were heard since `seen`: 40 ms for 100,000 of each. last_seen_at has no index, which ingestion
 * would pay for.
 */
export async function countThings(db: Db, seen: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from owner)::double precision as accounts,
      (select count(*) from vessel)::double precision as vessels,
      c.* from (
        select count(*)::double precision as boxes,
          (count(*) filter (where last_seen_at > ${seen}))::double precision as boxes_seen,
          (count(distinct vessel_id) filter (where last_seen_at > ${seen}))::double precision as vessels_seen
        from connection
      ) c`.execute(db)
  return rows[0]!
}
