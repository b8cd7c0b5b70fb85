import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { openDatabase } from '../../db/open-database.ts'
import { readConfig } from '../../settings/config.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { everythingOf } from '../testing/everything.ts'

const DATA_DIR = await mkdtemp(join(tmpdir(), 'binnacle-move-'))
after(() => rm(DATA_DIR, { recursive: true }))

function move(args: string[], env: Record<string, string> = {}) {
  const file = programFile('apps/server/src/backup/commands/move-command.ts')
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const settings = { PATH: process.env.PATH, ...QUICK_START.env, DATA_DIR, ...env } as NodeJS.ProcessEnv
    execFile(process.execPath, [...QUICK_START.flags, file, ...args], { env: settings }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
  })
}

test('from the embedded database to a server: all is the same there, and only once', {
  skip: !testServerUrl && 'needs PostgreSQL',
}, async () => {
  const config = readConfig({ DATA_DIR })
  const embedded = await openDatabase({ ...config, sync: false })
  await insertBoats(embedded.db, 300)
  const original = await everythingOf(embedded.db, config)
  const { url, drop } = await emptyDatabase()
  after(drop)

  const inUse = await move(['--to', url])
  assert.equal(inUse.code, 1)
  assert.match(inUse.errors, /^DATA_DIR .* is in use by process/)
  await embedded.close()

  const moved = await move(['--to', url])
  assert.equal(moved.code, 0, moved.errors)
  assert.match(moved.out, /^Moved and counted: [\d,]+ rows, in [\d.]+ s\. Start the service with DATABASE_URL/)
  const server = await openDatabase({ dataDir: DATA_DIR, databaseUrl: url })
  try {
    assert.deepEqual(await everythingOf(server.db, config), original)
  } finally {
    await server.close()
  }

  const again = await move(['--to', url])
  assert.equal(again.code, 1)
  assert.match(again.errors, /^There is a database of Binnacle in that database already/)
})

test('what is wrong is said plainly, without the password', async () => {
  const nowhere = await move(['--to', 'postgres://ada:secret@127.0.0.1:1/x'], { DATA_DIR: join(DATA_DIR, 'nothing') })
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.errors, /^There is no database in DATA_DIR/)
  for (const args of [[], ['--to'], ['here']]) assert.equal((await move(args)).code, 2)
  const already = await move(['--to', 'postgres://ada:secret@127.0.0.1:1/x'], {
    DATABASE_URL: 'postgres://localhost/x',
  })
  assert.match(already.errors, /is on a PostgreSQL server already/)
  assert.doesNotMatch(nowhere.errors + already.errors, /secret/)
})
