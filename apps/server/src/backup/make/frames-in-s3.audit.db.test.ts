import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../../../scripts/until.ts'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { connectDatabase, type Db } from '../../db/database.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { fillAccount } from '../../testing/accounts/full-account.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { startBadLink } from '../../testing/programs/bad-link.ts'
import { startS3 } from '../../testing/programs/s3.ts'
import { startService } from '../../testing/service.ts'
import { quiet } from '../archive/progress.ts'
import { restore } from '../restore/restore.ts'
import { atRest, everythingOf, inABackup } from '../testing/everything.ts'
import { makeBackup } from './make-backup.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-backup-s3-'))
const s3 = await startS3('s3rver')
after(async () => {
  await s3.stop()
  await rm(root, { recursive: true })
})
const link = await startBadLink(s3.env.S3_ENDPOINT)
after(() => link.stop())
const service = await startService({ ...s3.env, FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })

async function backUp(db: Db, config: Config, name: string): Promise<string> {
  const store = await openFrameStore(config)
  const file = join(root, name)
  const made = makeBackup({ db, config, store, file, now: new Date(), report: quiet })
  const { missing_images } = await made.finally(() => store.close())
  assert.deepEqual(missing_images, [])
  return file
}

/** Restores it into a new installation with these settings; gives what that holds, and another archive of it. */
async function restored(file: string, name: string, settings: Record<string, string>) {
  const empty = testServerUrl ? await emptyDatabase() : null
  const env = { DATA_DIR: join(root, name), ...(empty && { DATABASE_URL: empty.url }), ...settings }
  const config = readConfig(env)
  await restore({ config, file, report: quiet })
  const database = await connectDatabase(config)
  try {
    return {
      holds: await everythingOf(database.db, config),
      again: await backUp(database.db, config, `${name}.tar`),
    }
  } finally {
    await database.close()
    await empty?.drop()
  }
}

test('pictures come out of a bucket into files, and out of files into another bucket, as they were', async () => {
  const { db } = service.database
  await fillAccount(service, 'Ada')
  // What the service notes of the sweep at its start.
  await until(async () => (await db.selectFrom('setting').select('name').execute()).length > 0, 'the note of the sweep')
  const { given: first, holds: original } = await atRest(db, service.config, async () => {
    await rm(join(root, 'first.tar'), { force: true })
    return backUp(db, service.config, 'first.tar')
  })
  assert.ok(original.images!.length >= 6 && !original.images!.some((image) => image.includes('missing')))
  const files = await restored(first, 'files', {})
  assert.deepEqual(files.holds, inABackup(original))
  const bucket = await restored(files.again, 'bucket', { ...s3.env, FRAME_STORE: 's3://frames/another' })
  assert.deepEqual(bucket.holds, inABackup(original))
})

test('pictures that are cut off in their middle are read again, once: then there is no backup', async () => {
  const { db } = service.database
  const overLink = { ...service.config, s3Endpoint: link.endpoint }
  const cut = new Set<string>()
  link.suffer({ kind: 'half' }, ({ url }) => /\.(jpg|png|webp)/.test(url!) && !cut.has(url!) && !!cut.add(url!))
  await backUp(db, overLink, 'cut-once.tar')
  assert.ok(cut.size >= 6)
  link.suffer({ kind: 'half' }, ({ url }) => /\.(jpg|png|webp)/.test(url!))
  await assert.rejects(backUp(db, overLink, 'cut.tar'), /\.(jpg|png|webp) could not be read: /)
  assert.equal(existsSync(join(root, 'cut.tar')), false)
})
