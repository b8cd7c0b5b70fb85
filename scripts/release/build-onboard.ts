import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOAT_FOLDER, boatPackages, checksums, SUMS } from './boat.ts'

/** npm gives it to each file that it packs: a checkout may have no commit to take a time from. */
const TIME = new Date('1985-10-26T08:15:00Z')
const ROOT = join(import.meta.dirname, '../..')

/** The last part of `npm run build`: the programs for a boat, which the service has at /onboard/. */
const folder = mkdtempSync(join(tmpdir(), 'binnacle-onboard-'))
try {
  const packages = await boatPackages(ROOT, TIME, folder)
  const to = join(ROOT, BOAT_FOLDER)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const [name, content] of packages) writeFileSync(join(to, name), content)
  writeFileSync(join(to, SUMS), checksums(packages))
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
