import { randomUUID } from 'node:crypto'
import type { QuietHours, QuietPasses, Summary } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Database, Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Content } from '../content.ts'
import { quietEnd } from '../quiet/held-until.ts'
import { quietHoursOf } from '../quiet/quiet-hours-of.ts'
import { lastPeriod, type Period } from './last-period.ts'
import { type BoatSummary, summaryOf } from './summary.ts'

interface Subscriber {
  id: string
  owner_id: string
  summary: Exclude<Summary, 'off'>
  summary_until: Date
  quiet_passes: QuietPasses
  quietHours: QuietHours | null
  time_zone: string
}

/** The channels that get summaries. */
async function findSubscribers(db: Db, now: Date): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select c.id, c.owner_id, c.summary, c.summary_until, c.quiet_passes, coalesce(o.quiet_time_zone, 'UTC') as time_zone,
      ${quietHoursOf} as "quietHours"
    from channel c join owner o on o.id = c.owner_id and o.suspended_at is null
    where c.summary <> 'off' and c.enabled and c.verified_at is not null and c.summary_until < ${now}
    order by c.owner_id, c.id`.execute(db)
  return rows
}

/** The period that it is time to sum up, if any. Summaries wait for the end of the quiet hours, and are of the newest period only. */
function duePeriod(of: Subscriber, now: Date): Period | null {
  const { summary, summary_until, time_zone } = of
  const period = lastPeriod(summary, time_zone, now)
  return period.until > summary_until && quietEnd(of, now) === null ? period : null
}

/** A summary that it is time to write. */
interface Due {
  subscriber: Subscriber
  period: Period
}

export async function dueSummaries(db: Db, now: Date): Promise<Due[]> {
  const subscribers = await findSubscribers(db, now)
  return subscribers.flatMap((subscriber) => {
    const period = duePeriod(subscriber, now)
    return period ? [{ subscriber, period }] : []
  })
}

/** Writes a summary, a message for each boat, once, whichever process does it. */
export async function writeSummary(database: Database, { subscriber, period }: Due, now: Date): Promise<void> {
  const { db } = database
  const { id, owner_id, summary_until } = subscriber
  const boats = await db
    .selectFrom('vessel')
    .select(['id', 'name', 'engine_hours'])
    .where('owner_id', '=', owner_id)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const summaries = new Map<string, BoatSummary>()
  for (const boat of boats) summaries.set(boat.id, await summaryOf(database, boat, period, now))
  await inTransaction(db, async (tx) => {
    const claimed = await tx
      .updateTable('channel')
      .set({ summary_until: period.until })
      .where('id', '=', id)
      .where('summary_until', '=', summary_until)
      .returning('id')
      .executeTakeFirst()
    if (!claimed) return
    for (const { id: vessel_id, name } of boats) {
      const content: Content = {
        event: 'vessel.summary',
        vessel: { id: vessel_id, name },
        alarm: null,
        summary: summaries.get(vessel_id)!,
      }
      await sql`
        insert into message (vessel_id, id, channel_id, content, created_at, next_try_at)
        select v.id, ${randomUUID()}::uuid, ${id}::uuid, ${JSON.stringify(content)}::json, ${now}, ${now}
        from vessel v where v.id = ${vessel_id} and v.owner_id = ${owner_id}`.execute(tx)
    }
  })
}
