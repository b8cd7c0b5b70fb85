import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { type Selectable, sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { killBefore, launchService, startProcess } from '../../testing/process.ts'
import { type Posted, startReceiver } from './receiver.ts'

type Message = Selectable<Tables['message']>

interface KilledTelling {
  db: Db
  boat: Boat
  /** What a topic of ntfy got. */
  got(): Posted[]
  messages(): Promise<Message[]>
  /** Runs the service until it is killed before it sends a statement to the database. */
  killedBefore(statement: string): Promise<void>
  /** Runs the service until that is so. */
  runUntil(isSo: () => Promise<boolean>, what: string): Promise<void>
}

/** A boat whose owner is told of warnings by ntfy, and a service that is killed while it tells. Needs PostgreSQL. */
export async function startKilledTelling(): Promise<KilledTelling> {
  const prepared = await openTestDatabase()
  after(() => prepared.drop())
  const { url, dataDir } = prepared
  const { db } = prepared.database
  const receiver = await startReceiver()
  const [boat] = (await insertBoats(db, 1)) as [Boat]
  const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), NOTIFY_ALLOW_PRIVATE: '127.0.0.1' }
  const channel = { id: randomUUID(), kind: 'ntfy', name: 'Phone', secret: null, language: 'en' } as const
  const address = `${receiver.url}/topic`
  await db
    .insertInto('channel')
    .values({ ...channel, address, owner_id: boat.ownerId, severity: 'warning', verified_at: new Date() })
    .execute()
  return {
    db,
    boat,
    got: () => receiver.to('/'),
    messages: () => db.selectFrom('message').selectAll().execute(),
    async killedBefore(statement) {
      const service = launchService({ ...env, ...killBefore(statement) })
      after(() => service.kill())
      assert.equal((await service.ended).signal, 'SIGKILL', statement)
      // As if the lease of what it had claimed was over.
      await sql`update message set next_try_at = now() where done_at is null and held_until is null`.execute(db)
    },
    async runUntil(isSo, what) {
      const service = await startProcess(env)
      after(() => service.kill())
      await until(isSo, what)
      await service.kill()
    },
  }
}

/** An alarm above 9 of a metric that began now, of a rule or of none. */
export const insertAlarm = (db: Db, { vesselId }: Boat, metric: string, rule: string = randomUUID()) =>
  sql`insert into alarm (vessel_id, id, rule_id, kind, metric, instance, "limit", severity, value, began_at)
    values (${vesselId}, ${randomUUID()}, ${rule}, 'above', ${metric}, '', 9, 'warning', 10, now())`.execute(db)
