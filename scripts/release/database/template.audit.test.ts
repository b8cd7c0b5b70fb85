import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectDatabase } from '../../../apps/server/src/db/database.ts'
import { TEMPLATE_FOLDER, templateName, unpackTemplate } from '../../../apps/server/src/db/embedded/template.ts'
import { isIngestFunctionCurrent } from '../../../apps/server/src/db/schema/ingest-function.ts'
import { schemaState } from '../../../apps/server/src/db/schema/migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-template-'))
after(() => rmSync(folder, { recursive: true }))

test('a first start unpacks a database that is migrated already, which nobody else can read; one of other migrations it leaves alone', async () => {
  const name = templateName()
  // As `npm run build:database` made it; the runner sees to it that it is there.
  const bytes = readFileSync(join(TEMPLATE_FOLDER, name))
  const [templates, dataDir] = [join(folder, 'templates'), join(folder, 'data')]
  const database = join(dataDir, 'db')
  for (const made of [templates, database]) mkdirSync(made, { recursive: true })

  writeFileSync(join(templates, `0${name}`), bytes)
  assert.equal(await unpackTemplate(database, templates), false)
  assert.deepEqual(readdirSync(database), [])

  writeFileSync(join(templates, name), bytes)
  assert.equal(await unpackTemplate(database, templates), true)
  for (const path of readdirSync(database, { recursive: true }) as string[])
    assert.equal(statSync(join(database, path)).mode & 0o077, 0, path)
  const opened = await connectDatabase({ dataDir, databaseUrl: null })
  try {
    assert.equal(await schemaState(opened.db), 'current')
    assert.ok(await isIngestFunctionCurrent(opened.db))
  } finally {
    await opened.close()
  }
})
