import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HELP_FOLDER, helpFiles } from './help/build.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `npm run build:help`: the pages at /help of this checkout. A release has them. */
const folder = mkdtempSync(join(tmpdir(), 'binnacle-help-'))
try {
  const files = await helpFiles(ROOT, folder)
  const to = join(ROOT, HELP_FOLDER)
  rmSync(to, { recursive: true, force: true })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), content)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
