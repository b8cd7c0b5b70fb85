import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { readMigrations } from '../schema/migration-files.ts'

/** Where the build puts it (scripts/release/database/). */
export const TEMPLATE_FOLDER = join(import.meta.dirname, '../../../dist/database')

/** Its name says of which migrations it is: that of another version is not found. */
export const templateName = (): string =>
  `${hash('sha256', JSON.stringify([...readMigrations()])).slice(0, 16)}.tar.zst`

/**
 * Puts an empty, migrated database that was made at build time into the folder, which saves a first start most of its time. Gives
 * false where there is none for these migrations: the caller makes the database itself, and the service migrates it.
 */
export async function unpackTemplate(folder: string, templates = TEMPLATE_FOLDER): Promise<boolean> {
  const file = join(templates, templateName())
  if (!existsSync(file)) return false
  const { extract } = await import('tar-stream')
  const entries = extract()
  entries.end(zstdDecompressSync(readFileSync(file)))
  for await (const entry of entries) {
    const path = join(folder, entry.header.name)
    const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>))
    if (entry.header.type === 'directory') mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeFileSync(path, content, { mode: 0o600 })
  }
  return true
}
