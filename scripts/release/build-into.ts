import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Leaves files that `make` gives in `to`, a folder of this checkout, in place of what is there. It may use the folder that it
 * gets.
 */
export async function buildInto(
  to: string,
  make: (root: string, folder: string) => Promise<ReadonlyMap<string, Buffer | string>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-build-'))
  try {
    const files = await make(ROOT, folder)
    const place = join(ROOT, to)
    rmSync(place, { recursive: true, force: true })
    for (const [name, content] of files) {
      mkdirSync(dirname(join(place, name)), { recursive: true })
      writeFileSync(join(place, name), content)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
