import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_FOLDER, databaseTemplate } from './database/template.ts'

/** A part of `npm run build`: the database that a first start unpacks. */
const folder = mkdtempSync(join(tmpdir(), 'binnacle-database-'))
try {
  const to = join(import.meta.dirname, '../..', DATABASE_FOLDER)
  rmSync(to, { recursive: true, force: true })
  const made = await databaseTemplate(folder)
  mkdirSync(to, { recursive: true })
  for (const [name, content] of made) writeFileSync(join(to, name), content)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
