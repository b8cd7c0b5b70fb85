import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Db } from '../../db/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { startReceiver } from '../testing/receiver.ts'
import type { SendContext } from './kinds/sender.ts'
import { REST_BY_COST, startTelling } from './start-telling.ts'

const receiver = await startReceiver()
const context: SendContext = {
  baseUrl: 'http://localhost',
  allowed: ['127.0.0.1'],
  mail: async () => {},
  pushKeys: [],
  telegramUrl: receiver.url,
  pictures: { read: async () => null, link: () => '' },
}

/** Messages that wait for a topic of ntfy, and what tells them; it begins when it is told to. Gives how long they took, ms. */
async function makeTelling(t: TestContext, topic: string, messages: number, change?: (db: Db) => Promise<unknown>) {
  const { database, drop } = await openTestDatabase()
  const { db } = database
  const app = Fastify()
  t.after(() => app.close().then(drop))
  const [owner, channel] = [randomUUID(), randomUUID()]
  await sql`insert into owner (id, name, email, plan) values (${owner}, 'Ada', 'ada@example.org', 'free')`.execute(db)
  await sql`
    insert into channel (owner_id, id, kind, name, address, severity, language, verified_at)
    values (${owner}, ${channel}, 'ntfy', 'Phone', ${`${receiver.url}/${topic}`}, 'warning', 'en', now())`.execute(db)
  await sql`
    insert into message (id, channel_id, content, created_at, next_try_at)
    select gen_random_uuid(), ${channel}, '{"event":"test","vessel":null,"alarm":null}', now(), now()
    from generate_series(1, ${messages}::int)`.execute(db)
  await change?.(db)
  const telling = startTelling(app, database, context)
  const before = telling.doneAt()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const began = performance.now()
  await until(() => receiver.bodies('/').filter((body) => body.topic === topic).length >= messages, 'the messages')
  // It notes that after the last one is on its way.
  const tookMs = performance.now() - began
  await until(() => telling.doneAt() > before, 'that all has been told')
  return tookMs
}

test('all has been told when the last of more messages than go at once is on its way, not only if a sweep finds few', async (t) => {
  await makeTelling(t, 'many', 30, async (db) => {
    // No sweep finds few: it looks twice for alarms first, and each time there are more messages.
    await sql`
      create function again() returns trigger language plpgsql as $$ begin
        insert into message (id, channel_id, content, created_at, next_try_at)
        select gen_random_uuid(), id, '{"event":"test","vessel":null,"alarm":null}', now(), now() from channel, generate_series(1, 15);
        return null;
      end $$`.execute(db)
    await sql`create trigger again before update on alarm for each statement execute function again()`.execute(db)
  })
})

test('receivers that hang, however many, hold up no message to one that does not', async (t) => {
  let [asked, ended] = [0, 0]
  const hanging = createServer((request) => {
    asked++
    request.once('close', () => ended++)
  }).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  t.after(() => hanging.close().closeAllConnections())
  const { port } = hanging.address() as AddressInfo
  await makeTelling(t, 'beside', 1, async (db) => {
    await sql`update channel set told_at = now()`.execute(db)
    await sql`
      insert into channel (owner_id, id, kind, name, address, severity, language, verified_at)
      select o.id, gen_random_uuid(), 'ntfy', 'Hangs', ${`http://127.0.0.1:${port}/topic`}, 'warning', 'en', now()
      from owner o, generate_series(1, 40)`.execute(db)
    await sql`
      insert into message (id, channel_id, content, created_at, next_try_at)
      select gen_random_uuid(), c.id, '{"event":"test","vessel":null,"alarm":null}', now(), now() - interval '1 minute'
      from channel c, generate_series(1, 2) where c.name = 'Hangs'`.execute(db)
  })
  assert.deepEqual([asked, ended], [30, 0])
})

test('where looking for messages takes long, it leaves the database to others for longer', async (t) => {
  const tookMs = await makeTelling(t, 'slow', 12, (db) => slowClaims(db, 0.2))
  // Two at once for a channel; after the last look comes no rest that is waited for.
  assert.ok(tookMs > 5 * (1 + REST_BY_COST) * 200, `${tookMs} ms`)
})

async function slowClaims(db: Db, seconds: number): Promise<void> {
  await sql`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${sql.raw(String(seconds))}); return null; end $$`.execute(
    db,
  )
  await sql`create trigger slow after update of tries on message for each statement execute function slow()`.execute(db)
}

test('what cannot be told of the installation holds up nothing of a boat', async (t) => {
  await makeTelling(t, 'boats', 3, (db) => sql`alter table installation_alarm rename to lost`.execute(db))
})
