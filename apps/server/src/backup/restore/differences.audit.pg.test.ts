import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { connectDatabase, type Db } from '../../db/database.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { fillAccount } from '../../testing/accounts/full-account.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { startService } from '../../testing/service.ts'
import { readArchive, writeArchive } from '../archive/archive.ts'
import { HEAD, type Head, MANIFEST, rowsName, tableOf } from '../archive/contents.ts'
import { decodeRows, encodeRows } from '../archive/encode-rows.ts'
import { quiet } from '../archive/progress.ts'
import { makeBackup } from '../make/make-backup.ts'
import { everythingOf } from '../testing/everything.ts'
import { restore, tryRestore } from './restore.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-differences-'))
after(() => rm(root, { recursive: true }))

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
await fillAccount(service, 'Ada')
// The service writes a row by itself now and then: each test has a database of its own instead.
const archive = await backUp(service.database.db, service.config, 'original')

async function backUp(db: Db, config: Config, name: string): Promise<string> {
  const store = await openFrameStore(config)
  const file = join(root, `${name}.tar`)
  const order = { db, config, store, file, now: new Date(), report: quiet }
  await makeBackup(order).finally(() => store.close())
  return file
}

async function emptyInstallation(name: string): Promise<Config> {
  const empty = testServerUrl ? await emptyDatabase() : null
  if (empty) after(empty.drop)
  return readConfig({ DATA_DIR: join(root, name), ...(empty && { DATABASE_URL: empty.url }) })
}

/** A copy of the installation, which `change` makes different from what the migrations made. */
async function different<T>(name: string, change: string[], use: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = await emptyInstallation(name)
  await restore({ config, file: archive, report: quiet })
  const { db, close } = await connectDatabase({ ...config, sync: false })
  try {
    for (const statement of change) await sql.raw(statement).execute(db)
    return await use(db, config)
  } finally {
    await close()
  }
}

async function restored(file: string, name: string, salvage = false) {
  const config = await emptyInstallation(name)
  const outcome = await restore({ config, file, report: quiet, salvage })
  const { db, close } = await connectDatabase({ ...config, sync: false })
  return { outcome, holds: await everythingOf(db, config).finally(close) }
}

const OWN_TABLE = [
  'create table a_note (id int primary key, text text)',
  "insert into a_note values (1, 'mine')",
  'alter table task add column colour text default $$red$$',
]

const { holds: original } = await restored(archive, 'original')

test('tables and columns of the operator are named and left out, a dropped key does no harm: the backup is checked and restored', async () => {
  const change = [...OWN_TABLE, 'alter table vessel drop constraint vessel_owner_id_fkey']
  const file = await different('own-table', change, (db, config) => backUp(db, config, 'own-table'))
  const { head } = await tryRestore({ file, report: quiet })
  assert.deepEqual(head.foreign, ['a_note', 'task.colour'])
  assert.deepEqual(head.loose, ['vessel: vessel_owner_id_fkey'])
  const { holds, outcome } = await restored(file, 'without-table')
  assert.deepEqual([outcome.lost, outcome.foreign], [[], []])
  assert.deepEqual(holds, original)
})

test('rows that a dropped key let in: the check refuses what restore refuses, both count them, and a salvage leaves them out', async () => {
  const change = [
    'alter table vessel drop constraint vessel_owner_id_fkey',
    "insert into vessel (id, owner_id, name, vessel_type) values ('00000000-0000-7000-8000-00000000000a', gen_random_uuid(), 'Adrift', 'rib')",
  ]
  const file = await different('orphans', change, (db, config) => backUp(db, config, 'orphans'))
  const reason = /^1 row of vessel refer to rows of owner that are not in the backup \(vessel_owner_id_fkey\)/
  await assert.rejects(tryRestore({ file, report: quiet }), { name: 'RestoreRefused', message: reason })
  await assert.rejects(restored(file, 'refused'), { name: 'RestoreRefused', message: reason })
  const { outcome, holds } = await restored(file, 'salvaged', true)
  assert.ok(outcome.lost.includes('vessel: 1 row left out, because rows of owner are lost.'))
  assert.equal(holds.vessel!.length, 1)
})

test('a table of Binnacle that is not there: no backup is made that nobody could restore', async () => {
  const change = ['drop table provider', 'alter table task drop column title']
  await different('lacking', change, async (db, config) => {
    await assert.rejects(backUp(db, config, 'lacking'), /^BackupRefused: The database lacks provider, task\.title, so/)
  })
})

/** As a version before left it: with a table and a column of the operator, in another order of tables, and without `lacking`. */
async function archiveOfBefore(name: string, lacking: string[] = []): Promise<string> {
  const file = join(root, `${name}.tar`)
  const writer = await writeArchive(file, new Date())
  for await (const { name, bytes } of readArchive(archive)) {
    const table = tableOf(name)
    if (name === HEAD) {
      const { id, database_bytes, foreign, loose, ...head } = JSON.parse(bytes.toString()) as Head
      const tables = head.tables.filter((table) => !lacking.includes(table.name)).reverse()
      tables.unshift({ name: 'a_note', columns: ['id', 'text'] })
      tables.find((table) => table.name === 'task')!.columns.push('colour')
      await writer.add(HEAD, Buffer.from(JSON.stringify({ ...head, tables })))
      await writer.add(rowsName('a_note', 0), await encodeRows(['(1,mine)']))
    } else if (name === MANIFEST) {
      const { head, ...manifest } = JSON.parse(bytes.toString())
      for (const table of lacking) delete manifest.rows[table]
      await writer.add(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, rows: { ...manifest.rows, a_note: 1 } })))
    } else if (table === 'task') {
      const rows = (await decodeRows(bytes)).map((row) => row.toString().replace(/\)$/, ',red)'))
      await writer.add(name, await encodeRows(rows))
    } else if (!table || !lacking.includes(table)) await writer.add(name, bytes)
  }
  await writer.finish()
  return file
}

test('an archive of a version before, with a table and a column of the operator and another order, is restored without them', async () => {
  const { outcome, holds } = await restored(await archiveOfBefore('before'), 'from-before')
  assert.deepEqual(outcome.foreign, ['a_note', 'task.colour'])
  assert.deepEqual(holds, original)
})

test('an archive of a version before that lacks a table is refused with its name; a salvage has it empty', async () => {
  const file = await archiveOfBefore('lacks', ['provider'])
  await assert.rejects(restored(file, 'lacks'), { name: 'RestoreRefused', message: /^The backup lacks provider: / })
  const { outcome, holds } = await restored(file, 'lacks-salvaged', true)
  assert.deepEqual(outcome.lost, ['provider: it is not in the backup, and is empty.'])
  assert.deepEqual(holds, { ...original, provider: [] })
})

test('a salvage without the operator’s rules has those of a new installation: nobody could add them by hand', async () => {
  const file = await archiveOfBefore('lacks-rules', ['installation_rule'])
  const { outcome, holds } = await restored(file, 'rules-salvaged', true)
  assert.deepEqual(outcome.lost, [
    'installation_rule: it is not in the backup, and has the rules of a new installation.',
  ])
  assert.equal(original.installation_rule!.length, 4)
  assert.deepEqual(holds, original)
})
