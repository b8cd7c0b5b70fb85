import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { Metrics } from '../../service/metrics.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { MAX_WAITING } from './judge-sql.ts'
import { startJudge } from './start-judge.ts'

test('what waited is judged, though each boat sends again at once and more of them wait than are read at a time', async (t) => {
  const { database, drop } = await openTestDatabase()
  const { db } = database
  const app = Fastify()
  t.after(() => app.close().then(drop))
  const owner = randomUUID()
  await sql`insert into owner (id, name, email, plan) values (${owner}, 'Ada', 'ada@example.org', 'free')`.execute(db)
  await sql`
    with boat as (
      insert into vessel (id, owner_id, name, vessel_type) select gen_random_uuid(), ${owner}, 'Boat ' || n, 'sail' from generate_series(1, ${MAX_WAITING + 1}::int) n returning id
    )
    insert into connection (vessel_id, id, provider, config, key_hash, key_prefix, unjudged_from, unjudged_to)
    select id, gen_random_uuid(), 'generic', '{}', decode(replace(id::text, '-', ''), 'hex'), '', now(), now() from boat`.execute(
    db,
  )
  await sql`
    create function send_again() returns trigger language plpgsql as
    $$ begin new.unjudged_from = old.unjudged_from; new.unjudged_to = old.unjudged_to; return new; end $$`.execute(db)
  await sql`
    create trigger send_again before update on connection for each row when (new.unjudged_from is null) execute function send_again()`.execute(
    db,
  )
  const judge = startJudge(app, database, new Metrics(), () => {})
  const before = judge.doneAt()
  await app.listen({ host: '127.0.0.1', port: 0 })
  await until(() => judge.doneAt() > before, 'the end of a round')
})
