import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { connectDatabase, type Database, type DatabaseSettings, type Db } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { migrate, schemaState } from '../../db/schema/migrate.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { installationSecrets } from '../../settings/secret.ts'
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

type Open = (settings: DatabaseSettings) => Promise<Database>

/** `openDatabase` for a new one with the schema of this version, which is unpacked: initdb takes two seconds of a processor. */
async function withDatabase<T>(config: Config, use: (db: Db) => Promise<T>, open: Open = connectDatabase): Promise<T> {
  const { db, close } = await open({ ...config, sync: false })
  return use(db).finally(close)
}

async function archiveOf(db: Db, config: Config, name: string): Promise<string> {
  const file = join(root, `${name}.tar`)
  await installationSecrets(config)
  const store = await openFrameStore(config)
  await makeBackup({ db, config, store, file, now: new Date(), report: quiet })
  store.close()
  return file
}

/** Archives of the same rows. */
const [old, current] = await emptyInstallation('from').then(({ config }) =>
  withDatabase(config, async (db) => {
    await fillAsFirstVersion(db)
    assert.equal(await schemaState(db), 'older')
    const old = await archiveOf(db, config, 'old')
    await migrate(db)
    return [old, await archiveOf(db, config, 'current')] as const
  }),
)

test('an archive of an older version is restored and brought up to date', async () => {
  const { config } = await emptyInstallation('from-old')
  const { head } = await restore({ config, file: old, report: quiet })
  assert.equal(head.schema.length, 2)
  await withDatabase(config, assertUpgraded)
})

test('one of a newer version is refused by name, and nothing is made of it', async () => {
  const { config: from } = await emptyInstallation('newer')
  const makeNewer = async (db: Db) => {
    await sql`insert into schema_migration (name, timestamp) values ('9999_tomorrow', '2030-01-01')`.execute(db)
    return archiveOf(db, from, 'newer')
  }
  const newer = await withDatabase(from, makeNewer, openDatabase)
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
  if (config.databaseUrl) assert.equal(await withDatabase(config, schemaState), 'none')
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

interface Moment {
  file: string
  when: string
  statements: string[]
}

/** The older one needs an initdb on the embedded database, which is most of what a restore of it costs. */
const first = testServerUrl ? old : current

const MOMENTS: Moment[] = [
  { file: first, when: 'before the first row', statements: ['truncate'] },
  { file: first, when: 'among the rows', statements: ['insert into "telemetry_batch"'] },
  {
    file: old,
    when: 'before the last step',
    statements: testServerUrl ? ['count.* "telemetry_batch"', 'commit'] : ['vacuum'],
  },
]

for (const { file, when, statements } of MOMENTS)
  test(`${basename(file)}, killed ${when}: there is no half of it, and it is done by doing it again`, async () => {
    const { env, config } = await emptyInstallation(`killed ${when} ${basename(file)}`)
    assert.equal((await run([file], { ...env, ...killBefore(...statements) })).signal, 'SIGKILL')
    if (testServerUrl) assert.equal(await withDatabase(config, schemaState), 'none')
    else {
      const launched = launchService(env)
      assert.equal((await launched.ended).code, 1)
      assert.match(launched.output(), /holds a restore that did not finish: run it again \(npm run restore -- FILE\)/)
      assert.equal(existsSync(join(config.dataDir, 'db')), false)
    }

    const again = await run([file], env)
    assert.equal(again.code, 0, again.errors)
    assert.match(again.out, /counted and right: [\d,]+ rows, 0 images/)
    await withDatabase(config, assertUpgraded)
    assert.deepEqual(
      (await readdir(config.dataDir)).filter((name) => name.endsWith('.part')),
      [],
    )
  })

test('a backup is not made without the secret: it is not the folder of the service then', async () => {
  const { config } = await emptyInstallation('no-secret')
  const file = join(root, 'no-secret.tar')
  const order = { store: null, file, now: new Date(), report: quiet }
  const backUp = async (db: Db) => {
    const made = makeBackup({ ...order, db, config })
    await assert.rejects(made, /There is no secret-key in DATA_DIR .*no-secret\. Give the settings/)
    await makeBackup({ ...order, db, config: { ...config, secretKey: 'x'.repeat(32) } })
  }
  await withDatabase(config, backUp, openDatabase)
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
  const order = { config: { ...from, secretKey: own }, store: null, file, now: new Date(), report: quiet }
  await withDatabase(from, (db) => makeBackup({ ...order, db }), openDatabase)
  const restored = await run([file], (await emptyInstallation('set')).env)
  assert.equal(restored.code, 0, restored.errors)
  assert.match(restored.out, /^The secret is not in it, since SECRET_KEY was a setting: set the same one/m)
})
