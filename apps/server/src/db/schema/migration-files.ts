import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** The text of each migration by its name, in order. */
export function readMigrations(): Map<string, string> {
  const files = readdirSync(FOLDER).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return new Map(files.sort().map((name) => [name.replace('.sql', ''), readFileSync(join(FOLDER, name), 'utf8')]))
}
