import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { pino } from 'pino'
import { until } from '../../../../scripts/until.ts'
import { makeApp } from '../app.ts'
import { readConfig } from '../settings/config.ts'
import { openTestDatabase, untilWaiting } from '../testing/database.ts'
import { whenListening } from './when-listening.ts'

test('a service that is closed while it starts its work closes when that is done, and starts nothing after it', async () => {
  const app = Fastify()
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  whenListening(app, async () => {
    started.push('first')
    await first.promise
    started.push('first is done')
  })
  whenListening(app, () => void started.push('second'))
  app.addHook('onClose', async () => void started.push('closed'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const closed = app.close()
  await sleep(50)
  first.resolve()
  await closed
  // For what would come after it.
  await sleep(50)
  assert.ok(started.includes('first is done'))
  assert.equal(started.at(-1), 'closed', started.join())
})

test('what fails at its start holds up neither the rest nor the closing', async () => {
  const app = Fastify()
  const started: string[] = []
  whenListening(app, () => Promise.reject(new Error('planted')))
  whenListening(app, () => void started.push('second'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  await until(() => started.length > 0, 'the second')
  await app.close()
  assert.deepEqual(started, ['second'])
})

test('the service itself, closed while its first question waits for the database, leaves no socket behind', async (t) => {
  const { database, dataDir, drop } = await openTestDatabase()
  t.after(drop)
  if (database.kind !== 'embedded') return t.skip('a server has no socket for backups')
  const app = await makeApp(readConfig({ DATA_DIR: dataDir }), database, pino({ level: 'silent' }))
  const closed = await database.db.transaction().execute(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    await untilWaiting(database, 1)
    return { closed: app.close() }
  })
  await closed.closed
  // For what would come after it.
  await sleep(200)
  assert.equal(existsSync(join(dataDir, 'backup.sock')), false)
})
