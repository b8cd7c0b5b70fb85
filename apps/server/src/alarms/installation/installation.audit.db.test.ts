import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { lacksSmallDisk, makeSmallDisk } from '../../../../../bench/audits/faults/small-disk.ts'
import { freePort } from '../../../../../scripts/free-port.ts'
import { skipUnless } from '../../../../../scripts/programs.ts'
import { until } from '../../../../../scripts/until.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase, testServerUrl } from '../../testing/database.ts'
import { killBefore, launchService, type ServiceProcess, startProcess } from '../../testing/process.ts'
import { startReceiver } from '../testing/receiver.ts'

const LACKS = skipUnless(process.getuid?.() !== 0 || (await lacksSmallDisk()) === null, 'needs a loop device')
const DISK_MB = 64
const FREE_BYTES = 3e6

const resources = new AsyncDisposableStack()
after(() => resources.disposeAsync())

/** Leaves about 5 % free. */
async function fill(folder: string): Promise<string> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  const block = Buffer.alloc(1 << 20)
  const { bavail, bsize } = await statfs(folder)
  for (let left = bavail * bsize - FREE_BYTES; left > 0; left -= block.length) await file.write(block)
  await file.sync()
  await file.close()
  return path
}

test('a disk fills up, and processes are killed: the operator is told of each once, and of its end', {
  skip:
    (!testServerUrl && 'needs PostgreSQL') ||
    LACKS ||
    (process.getuid?.() !== 0 && 'mounts a disk, for which it must be root'),
}, async () => {
  const prepared = await openTestDatabase()
  after(() => prepared.drop())
  const { url, dataDir } = prepared
  const disk = await makeSmallDisk(resources, DISK_MB)
  const receiver = await startReceiver()
  const { db } = prepared.database
  const [boat] = await insertBoats(db, 1)
  await db.updateTable('owner').set({ operator: true }).where('id', '=', boat!.ownerId).execute()
  await db
    .insertInto('channel')
    .values({
      ...{ id: randomUUID(), owner_id: boat!.ownerId, kind: 'ntfy', name: 'Phone', address: `${receiver.url}/phone` },
      ...{ secret: null, language: 'en', severity: 'warning', verified_at: new Date(), events: null },
    })
    .execute()
  const [port, otherPort] = [await freePort(), await freePort()]
  const env = (own: number) => ({
    ...{ DATA_DIR: dataDir, NOTIFY_ALLOW_PRIVATE: '127.0.0.1', BACKUP_DIR: disk.folder, PORT: String(own) },
    ...(url && { DATABASE_URL: url }),
  })
  const told = (what: RegExp) => receiver.bodies('/').filter(({ message }) => what.test(message))
  const [FULL, CRASH] = [/The disk of the backups is nearly full/, new RegExp(`after a crash: .*:${port}`)]

  const waiting = async () =>
    (await db.selectFrom('message').select('id').where('done_at', 'is', null).execute()).length

  const filler = await fill(disk.folder)
  // Killed before it stores the alarm, and before it tells it.
  for (const statement of ['insert into installation_alarm', 'update installation_alarm a set told_at']) {
    const killed = launchService({ ...env(port), ...killBefore(statement) })
    after(() => killed.kill())
    assert.equal((await killed.ended).signal, 'SIGKILL', statement)
  }
  assert.equal(told(FULL).length, 0)
  const start = async (own: number): Promise<ServiceProcess> => {
    const service = await startProcess(env(own))
    after(() => service.kill())
    return service
  }
  const services = [await start(port), await start(otherPort)]
  await until(() => told(FULL).length === 1, 'the full disk')
  // A message whose sender is killed before it has noted that it was accepted is sent again (decision 55).
  await until(async () => (await waiting()) === 0, 'that this is noted')
  await services[0]!.kill()
  services[0] = await start(port)
  await until(() => told(CRASH).length === 1, 'the crash')
  await rm(filler)
  await until(() => told(FULL).length === 2, 'that it has space again')
  for (const service of services) await service.stop()
  const again = await start(port)
  const seen = () =>
    db
      .selectFrom('service_process')
      .select('seen_at')
      .where('ended_at', 'is', null)
      .where('place', 'like', `%:${port}`)
      .orderBy('started_at', 'desc')
      .executeTakeFirst()
  const before = Date.now()
  const first = await until(async () => {
    const row = await seen()
    return row && row.seen_at.getTime() > before ? row : null
  }, 'the next start')
  // It judges after it has said that it runs.
  await until(async () => (await seen())!.seen_at > first.seen_at, 'that it has judged')
  await again.stop()
  assert.deepEqual(
    told(FULL).map(({ title }) => title),
    ['Binnacle: Alarm', 'Binnacle: Ended'],
  )
  assert.equal(told(CRASH).length, 1, 'one alarm for all crashes of an hour')
})
