import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { programFile, QUICK_START } from '../../../scripts/quick-start.ts'
import { lockDataDir } from '../../server/src/db/embedded/data-dir-lock.ts'
import { openDatabase } from '../../server/src/db/open-database.ts'
import { makeLog } from '../../server/src/process/log.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { killBefore } from '../../server/src/testing/process.ts'
import { DEMO_BOATS } from './boats.ts'
import { makeHistory } from './history.ts'
import { prepareDemo } from './prepare.ts'
import { makeFortnight } from './voyages.ts'

const MAIN = programFile('apps/demo/src/main.ts')

const root = mkdtempSync(join(tmpdir(), 'binnacle-demo-'))
after(() => rmSync(root, { recursive: true, force: true }))

const log = makeLog('fatal')

test('a demo that is being written is left alone by another one for the same folder', async () => {
  const config = readConfig({ DATA_DIR: join(root, 'taken/demo') })
  const other = `${config.dataDir}.new`
  mkdirSync(other, { recursive: true })
  const release = lockDataDir(other)
  try {
    await assert.rejects(
      prepareDemo(config, log, new Date(), () => {}),
      /demo\.new is in use by process \d+\. Stop it first, or give this one its own DATA_DIR\.$/,
    )
    assert.ok(existsSync(join(other, 'lock')))
  } finally {
    release()
    rmSync(join(root, 'taken'), { recursive: true })
  }
})

test('the history is written whole and once, whatever a stop in the middle has left; a second start reads it', async () => {
  const config = readConfig({ DATA_DIR: join(root, 'demo') })
  const now = new Date()
  let made = 0
  const prepare = () => prepareDemo(config, log, now, () => made++)

  // Stopped in the middle: Aurora is written, Bosun is not.
  const own = { DATA_DIR: config.dataDir, PORT: '0', ...killBefore('insert into "?share"?') }
  const env = { PATH: process.env.PATH, ...QUICK_START.env, ...own }
  const [, signal] = await once(
    spawn(process.execPath, [...QUICK_START.flags, MAIN], { env, stdio: 'inherit' }),
    'close',
  )
  assert.equal(signal, 'SIGKILL')
  assert.deepEqual(readdirSync(root), ['demo.new'])
  writeFileSync(join(root, 'demo.new', 'left over'), '')

  const first = await prepare()
  assert.equal(made, 1)
  assert.deepEqual(readdirSync(root), ['demo'])
  assert.ok(!existsSync(join(config.dataDir, 'left over')))
  assert.equal(statSync(join(config.dataDir, 'demo.json')).mode & 0o777, 0o600)
  assert.deepEqual(
    first.boats.map(({ boat, cameras }) => [boat.vessel.name, cameras.length]),
    [
      ['Aurora', 3],
      ['Bosun', 2],
    ],
  )
  assert.ok(first.shareToken)
  const again = await prepare()
  assert.equal(made, 1)
  assert.deepEqual(again, first)

  const { db, close } = await openDatabase(config)
  after(close)
  const count = async (table: 'service_log' | 'inspection' | 'frame') => {
    const row = await db.selectFrom(table).select(db.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
    return Number(row.n)
  }
  const events = DEMO_BOATS.flatMap((boat) => makeHistory(boat, makeFortnight(boat, now), now).events)
  const expected = (kind: string) => events.filter((event) => event.kind === kind).length
  assert.equal(await count('service_log'), expected('service'))
  assert.equal(await count('inspection'), expected('inspection'))
  assert.equal(await count('frame'), 60)
})

test('a folder of another service is refused and left as it is', async () => {
  const dataDir = join(root, 'own')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret-key'), 'x')
  const config = readConfig({ DATA_DIR: dataDir })
  await assert.rejects(prepareDemo(config, log, new Date(), assert.fail), /belongs to a service that is no demo/)
  assert.deepEqual(readdirSync(dataDir), ['secret-key'])
})
