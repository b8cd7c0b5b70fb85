import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { BOAT_FOLDER, boatPackages, checksums, SUMS } from './boat.ts'
import { componentsAt } from './components.ts'
import { DATABASE_FOLDER, databaseTemplate } from './database/template.ts'
import { debOf } from './debian/deb.ts'
import { GATEWAY_ARCHITECTURES, gatewayDeb } from './debian/gateway-deb.ts'
import { type Release, serviceDeb } from './debian/service-deb.ts'
import { addUnder, type Files, filesOf, tarball, untar } from './files.ts'
import { HELP_FOLDER, helpFiles } from './help/build.ts'
import { HOME_ASSISTANT, homeAssistantRepository } from './home-assistant/repository.ts'
import { toJson } from './manifest.ts'
import { NODE_ARCHITECTURES } from './node-program.ts'
import { notesOf } from './notes.ts'
import { PLATFORMS, serviceFiles } from './service.ts'
import { downloads, gatewayPrograms } from './single-file/gateway-programs.ts'
import { VENUS_ARCHITECTURES, venusName, venusPackage } from './venus-os/package.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

interface Leave {
  /** The packages for Debian, which need a dpkg. */
  debs: boolean
  /** What has the gateway as a single file in it, which takes the longest. */
  programs: boolean
}

/**
 * `npm run release [-- --to FOLDER] [--without-debs] [--without-programs] [--for-tests]`: makes everything that a version
 * consists of, or leaves a part out. The same commit gives the same bytes: entries are sorted, and have the time of the commit.
 * For tests, it takes the empty database that `npm run build:database` has made, and compresses those packages for Debian that a
 * test installs.
 */
async function release(to: string, leaveOut: Leave, forTests: boolean): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: ROOT })
  if (changed) console.log('There are changes that are not committed: these files are not those of a commit.')
  const time = await commitTime()
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-release-'))
  try {
    const boat = await boatPackages(ROOT, time, folder)
    const service = await serviceFiles(ROOT, folder)
    addUnder(service, BOAT_FOLDER, new Map([...boat, [SUMS, Buffer.from(checksums(boat))]]))
    addUnder(service, HELP_FOLDER, await helpFiles(ROOT, folder))
    const database = forTests ? filesOf(join(ROOT, DATABASE_FOLDER)) : await databaseTemplate(folder)
    addUnder(service, DATABASE_FOLDER, database)
    const gateway = await untar(boat.get(`binnacle-gateway-${version}.tgz`)!)
    const servicePackage = await tarball(service, time)
    const made = new Map<string, Buffer | string>([
      [`binnacle-${version}.tgz`, servicePackage],
      [`${HOME_ASSISTANT}-${version}.tar.gz`, await homeAssistantRepository(ROOT, version, servicePackage, time)],
      ...boat,
      [`binnacle-${version}.cdx.json`, toJson(componentsAt(time, ROOT, version, PLATFORMS))],
      ['NOTES.md', notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)],
    ])
    const of = { root: ROOT, version, time, folder }
    if (!leaveOut.debs) for (const [name, deb] of await debs(service, gateway, of, forTests)) made.set(name, deb)
    if (!leaveOut.programs) {
      const programs = await gatewayPrograms(GATEWAY_ARCHITECTURES, of)
      for (const [name, file] of await downloads(programs, version)) made.set(name, file)
      for (const architecture of VENUS_ARCHITECTURES) {
        const program = programs.get(architecture)!
        made.set(venusName(version, architecture), await venusPackage(program, of))
      }
    }
    makeEmpty(to)
    for (const [name, content] of made) writeFileSync(join(to, name), content)
    writeFileSync(join(to, SUMS), checksums(made))
    for (const [name, content] of made) console.log(`${megabytes(content)}  ${join(to, name)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function debs(service: Files, gateway: Files, of: Release, forTests: boolean) {
  const wanted = [
    ...(await Promise.all(NODE_ARCHITECTURES.map((architecture) => serviceDeb(service, architecture, of)))),
    ...GATEWAY_ARCHITECTURES.map((architecture) => gatewayDeb(gateway, architecture, of)),
  ]
  const made = wanted.map(async (deb): Promise<[string, Buffer]> => {
    const { Package, Version, Architecture } = deb.control
    const name = `${Package}_${Version}_${Architecture}.deb`
    const uncompressed = forTests && Architecture !== 'amd64'
    return [name, await debOf({ ...deb, uncompressed }, of.time, join(of.folder, name))]
  })
  return Promise.all(made)
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

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(ROOT, 'release') },
    'without-debs': { type: 'boolean', default: false },
    'without-programs': { type: 'boolean', default: false },
    'for-tests': { type: 'boolean', default: false },
  },
})
await release(
  resolve(process.env.INIT_CWD ?? '.', values.to),
  { debs: values['without-debs'], programs: values['without-programs'] },
  values['for-tests'],
)
