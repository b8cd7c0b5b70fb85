import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { type Config, readConfig } from '../../config.ts'
import { connectDatabase, type Database } from '../../db/database.ts'
import { migrate, schemaState } from '../../db/schema/migrate.ts'
import { installationSecrets } from '../../secret.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { killBefore, launchService } from '../../testing/process.ts'
import { quiet } from '../archive/progress.ts'
import { BackupRefused, makeBackup } from '../make/make-backup.ts'
import { assertUpgraded, fillAsFirstVersion } from '../testing/first-version.ts'
import { restore } from './restore.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-restore-'))
after(() => rm(root, { recursive: true }))

/** Settings of an installation that is not there yet. */
async function emptyInstallation(name: string): Promise<{ env: Record<string, string>; config: Config }> {
  const env: Record<string, string> = { DATA_DIR: join(root, name) }
  if (testServerUrl) {
    const { url, drop } = await emptyDatabase()
    after(drop)
    env.DATABASE_URL = url
  }
  return { env, config: readConfig(env) }
}

async function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase({ ...config, sync: false })
  return use(database).finally(database.close)
}

/** An archive of what `fill` puts into an empty database. */
async function archiveOf(name: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const { config } = await emptyInstallation(`${name}-from`)
  const file = join(root, `${name}.tar`)
  await withDatabase(config, async (database) => {
    await fill(database)
    await installationSecrets(config)
    const store = await openFrameStore(config)
    await makeBackup({ db: database.db, config, store, file, now: new Date(), report: quiet })
    store.close()
  })
  return file
}

const old = await archiveOf('old', ({ db }) => fillAsFirstVersion(db))

test('an archive of an older version is restored and brought up to date', async () => {
  const { config } = await emptyInstallation('from-old')
  const { head } = await restore({ config, file: old, report: quiet })
  assert.equal(head.schema.length, 2)
  await withDatabase(config, ({ db }) => assertUpgraded(db))
})

test('one of a newer version is refused by name, and nothing is made of it', async () => {
  const newer = await archiveOf('newer', async ({ db }) => {
    await migrate(db)
    await sql`insert into schema_migration (name, timestamp) values ('9999_tomorrow', '2030-01-01')`.execute(db)
  })
  const { config } = await emptyInstallation('from-newer')
  await assert.rejects(restore({ config, file: newer, report: quiet }), (error: Error) => {
    assert.ok(error instanceof BackupRefused)
    assert.match(
      error.message,
      /made by a newer version of Binnacle, with 9999_tomorrow\. Restore it with that version/,
    )
    return true
  })
  assert.equal(existsSync(config.dataDir), false)
  if (config.databaseUrl) assert.equal(await withDatabase(config, ({ db }) => schemaState(db)), 'none')
})

async function run(args: string[], env: Record<string, string>) {
  const command = programFile('apps/server/src/backup/commands/restore-command.ts')
  const child = spawn(process.execPath, [...QUICK_START.flags, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...QUICK_START.env, ...env },
  })
  const [errors, out, [code, signal]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'close'),
  ])
  return { code, signal, errors, out }
}

const MOMENTS: Record<string, string[]> = {
  'before the first row': ['truncate'],
  'among the rows': ['insert into "telemetry_batch"'],
  'before the last step': testServerUrl ? ['count.* "telemetry_batch"', 'commit'] : ['vacuum'],
}

for (const [when, statements] of Object.entries(MOMENTS))
  test(`killed ${when}: there is no half of it, and it is done by doing it again`, async () => {
    const { env, config } = await emptyInstallation(`killed ${when}`)
    assert.equal((await run([old], { ...env, ...killBefore(...statements) })).signal, 'SIGKILL')
    if (testServerUrl) assert.equal(await withDatabase(config, ({ db }) => schemaState(db)), 'none')
    else {
      const launched = launchService(env)
      assert.equal((await launched.ended).code, 1)
      assert.match(launched.output(), /holds a restore that did not finish: run it again \(npm run restore -- FILE\)/)
      assert.equal(existsSync(join(config.dataDir, 'db')), false)
    }

    const again = await run([old], env)
    assert.equal(again.code, 0, again.errors)
    assert.match(again.out, /counted and right: [\d,]+ rows, 0 images/)
    await withDatabase(config, ({ db }) => assertUpgraded(db))
    assert.deepEqual(
      (await readdir(config.dataDir)).filter((name) => name.endsWith('.part')),
      [],
    )
  })

test('a backup is not made without the secret: it is not the folder of the service then', async () => {
  const { config } = await emptyInstallation('no-secret')
  const file = join(root, 'no-secret.tar')
  await withDatabase(config, async ({ db }) => {
    await migrate(db)
    const made = makeBackup({ db, config, store: null, file, now: new Date(), report: quiet })
    await assert.rejects(made, /There is no secret-key in DATA_DIR .*no-secret\. Give the settings/)
    const order = { db, config: { ...config, secretKey: 'x'.repeat(32) }, store: null, file, now: new Date() }
    await makeBackup({ ...order, report: quiet })
  })
  assert.deepEqual([existsSync(file), existsSync(`${file}.part`)], [true, false])
})

test('a secret that is not that of the archive is refused; one that is a setting is asked for', async () => {
  const own = 'k'.repeat(32)
  const { env, config } = await emptyInstallation('secrets')
  const other = await run([old], { ...env, SECRET_KEY: own })
  assert.deepEqual([other.code, other.errors.includes('SECRET_KEY is not the secret of this backup')], [1, true])
  await installationSecrets(config)
  const foreign = await run([old], env)
  assert.deepEqual([foreign.code, foreign.errors.includes('secret-key is of another installation')], [1, true])

  const { config: from } = await emptyInstallation('set-from')
  const file = join(root, 'set.tar')
  await withDatabase(from, async ({ db }) => {
    await fillAsFirstVersion(db)
    await makeBackup({ db, config: { ...from, secretKey: own }, store: null, file, now: new Date(), report: quiet })
  })
  const restored = await run([file], (await emptyInstallation('set')).env)
  assert.equal(restored.code, 0, restored.errors)
  assert.match(restored.out, /^The secret is not in it, since SECRET_KEY was a setting: set the same one/m)
})
