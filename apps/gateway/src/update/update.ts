import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { get, isNewer, type Offered, offeredBy } from '@binnacle/onboard'
import { fileProblem } from '../config/secrets.ts'
import { fetchProblem } from '../transport/problem.ts'
import { VERSION } from '../version.ts'

const run = promisify(execFile)
const NAME = 'binnacle-gateway'

/** `binnacle-gateway update` replaces only what npm installed: no Debian package, and no single file. */
export function updateText(version: string, own = fileURLToPath(import.meta.url)): string {
  const how = prefixOf(own) === undefined ? 'the way that this one was installed' : 'with: sudo binnacle-gateway update'
  return `the service has version ${version} of the gateway; install it ${how}`
}

/** Installs the gateway that the service has, when it is newer. Gives what to say; throws where nothing was changed. */
export async function update(service: string): Promise<string> {
  const offered = await offeredBy(service, NAME).catch((error) => {
    throw new Error(`${service} cannot be reached: ${fetchProblem(error)}`)
  })
  if (!offered)
    throw new Error(`${service} does not offer the gateway; ${service}/onboard/binnacle-gateway.tgz says why`)
  if (!isNewer(offered.version, VERSION))
    return `This is version ${VERSION}, and the service has ${offered.version}: nothing to do.`
  const prefix = prefixOf(fileURLToPath(import.meta.url))
  if (prefix === undefined)
    throw new Error('this gateway was not installed by npm: update it the way that it was installed')
  // The unit's user must be able to run it.
  process.umask(0o022)
  const modules = join(prefix, 'lib/node_modules')
  // On the disk of the program: what is cut short or finds no room leaves the old one as it is.
  const folder = await mkdtemp(join(modules, '.binnacle-gateway-')).catch((error) => {
    throw new Error(fileProblem(modules, error))
  })
  try {
    const file = join(folder, basename(offered.url))
    await writeFile(file, await download(offered))
    await install(file, folder)
    await rename(join(modules, NAME), join(folder, 'old'))
    await rename(join(folder, 'lib/node_modules', NAME), join(modules, NAME))
  } finally {
    await rm(folder, { recursive: true })
  }
  return `Version ${offered.version} is installed. Start it: sudo systemctl restart binnacle-gateway`
}

async function install(file: string, folder: string): Promise<void> {
  // Asked once and quickly: npm retries each package for more than a minute, ten minutes in all.
  const quickly = ['--fetch-retries', '1', '--fetch-retry-mintimeout', '1000', '--fetch-timeout', '20000']
  await npm(
    'npm cannot reach its registry, which has the packages of the gateway',
    'view',
    'yaml',
    'version',
    ...quickly,
  )
  // As install.sh does it.
  const options = ['--prefix', folder, '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel', 'error']
  await npm('npm could not install it', 'install', '-g', ...options, file)
}

async function npm(problem: string, ...args: string[]): Promise<void> {
  await run('npm', args).catch(({ code, stderr }) => {
    throw new Error(
      code === 'ENOENT' ? 'npm is not installed, or not in PATH' : `${problem}. Nothing was changed\n${stderr}`,
    )
  })
}

async function download({ url, sha256 }: Offered): Promise<Buffer> {
  const content = await get(url)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    })
    .catch((error) => {
      throw new Error(`${url} cannot be downloaded: ${fetchProblem(error)}. Nothing was changed. Try again`)
    })
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${url} was damaged on its way: its checksum is wrong. Nothing was changed. Try again`)
  return content
}

/** Where npm put this program with its option -g; undefined when it is somewhere else. */
export function prefixOf(module: string): string | undefined {
  const [, prefix] = /^(.*)\/lib\/node_modules\/binnacle-gateway\/dist\/[^/]+$/.exec(module) ?? []
  return prefix === '' ? '/' : prefix
}
