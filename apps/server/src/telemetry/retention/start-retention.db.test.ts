import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { Metrics } from '../../service/metrics.ts'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'
import { startRetention } from './start-retention.ts'

const service = await startService({}, { inProcess: true })
const { client, database } = service

test('while the service runs, events of more than a year are deleted and what an expired key connected is stopped', async (t) => {
  const ada = await service.owner('Ada')
  const { id } = await makeBoat(client, ada)
  const { connection } = await client.ok(contract.createConnection, ada.key, {
    params: { id },
    body: { provider: 'generic-http' },
  })
  await sql`update audit_event set at = now() - interval '366 days' where kind = 'account_created'`.execute(database.db)
  await sql`update access_key set expires_at = now()`.execute(database.db)
  const app = fastify()
  startRetention(app, database, new Metrics(), null, 0)
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const events = async (): Promise<contract.AuditEvent[]> =>
    (await client.ok(contract.listActivity, ada.session)).events
  await until(async () => !(await events()).some(({ kind }) => kind === 'account_created'), 'the old event to go')
  await until(async () => {
    const { connections } = await client.ok(contract.overviewConnections, ada.session, { params: { id } })
    return connections.some((c: { id: string; enabled: boolean }) => c.id === connection.id && !c.enabled)
  }, 'the connection to stop')
})
