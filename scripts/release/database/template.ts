import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { templateName } from '../../../apps/server/src/db/embedded/template.ts'

/** Where a first start finds it: apps/server/src/db/embedded/template.ts. */
export const DATABASE_FOLDER = 'apps/server/dist/database'

const HIGHEST_LEVEL = 19

/**
 * The database that a first start unpacks, by its file's name. The same migrations give the same bytes. `folder` is for what is
 * made meanwhile.
 */
export async function databaseTemplate(folder: string): Promise<Map<string, Buffer>> {
  const dataDir = join(folder, 'database')
  const program = (name: string) => join(import.meta.dirname, name)
  await promisify(execFile)(process.execPath, ['--import', program('fixed-clock.ts'), program('make.ts'), dataDir])
  const params = { [constants.ZSTD_c_compressionLevel]: HIGHEST_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 }
  return new Map([[templateName(), zstdCompressSync(await tarOf(join(dataDir, 'db')), { params })]])
}

async function tarOf(folder: string): Promise<Buffer> {
  const tar = pack()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { entry, path } of entries) {
    const header = { name: relative(folder, path), mtime: new Date(0) }
    if (entry.isDirectory()) tar.entry({ ...header, type: 'directory', mode: 0o700 })
    else tar.entry({ ...header, mode: 0o600 }, readFileSync(path))
  }
  tar.finalize()
  return Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>))
}
