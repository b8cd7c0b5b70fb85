import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { BOAT_FOLDER, boatPackages, checksums, SUMS } from './boat.ts'
import { componentsAt } from './components.ts'
import { addUnder, tarball } from './files.ts'
import { toJson } from './manifest.ts'
import { notesOf } from './notes.ts'
import { PLATFORMS, serviceFiles } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * `npm run release [-- --to FOLDER]`: makes everything that a version consists of. The same commit gives the same bytes: entries are
 * sorted, and have the time of the commit.
 */
async function release(to: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: ROOT })
  if (changed) console.log('There are changes that are not committed: these files are not those of a commit.')
  const time = await commitTime()
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-release-'))
  try {
    const boat = await boatPackages(ROOT, time, folder)
    const service = await serviceFiles(ROOT, folder)
    addUnder(service, BOAT_FOLDER, new Map([...boat, [SUMS, Buffer.from(checksums(boat))]]))
    const made = new Map<string, Buffer | string>([
      [`binnacle-${version}.tgz`, await tarball(service, time)],
      ...boat,
      [`binnacle-${version}.cdx.json`, toJson(componentsAt(time, ROOT, version, PLATFORMS))],
      ['NOTES.md', notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)],
    ])
    makeEmpty(to)
    for (const [name, content] of made) writeFileSync(join(to, name), content)
    writeFileSync(join(to, SUMS), checksums(made))
    for (const [name, content] of made) console.log(`${megabytes(content)}  ${join(to, name)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const megabytes = (content: Buffer | string) => `${(content.length / 1e6).toFixed(1).padStart(6)} MB`

async function commitTime(): Promise<Date> {
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT })
  return new Date(Number(stdout) * 1000)
}

/** Throws when the folder holds something else than a release. */
function makeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, SUMS)))
    throw new Error(`${folder} holds something else: give an empty folder.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

const { values } = parseArgs({ options: { to: { type: 'string', default: join(ROOT, 'release') } } })
await release(resolve(process.env.INIT_CWD ?? '.', values.to))
