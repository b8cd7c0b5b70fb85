import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { get, isNewer, type Offered, offeredBy } from '@binnacle/onboard'
import { VERSION } from '../version.ts'

const run = promisify(execFile)

/** `binnacle-gateway update` replaces only what npm installed: no Debian package, and no single file. */
export function updateText(version: string, own = fileURLToPath(import.meta.url)): string {
  const how = prefixOf(own) === undefined ? 'the way that this one was installed' : 'with: sudo binnacle-gateway update'
  return `the service has version ${version} of the gateway; install it ${how}`
}

/** Installs the gateway that the service has, when it is newer. Gives what to say; throws where nothing was changed. */
export async function update(service: string): Promise<string> {
  const offered = await offeredBy(service, 'binnacle-gateway')
  if (!offered)
    throw new Error(`${service} does not offer the gateway; ${service}/onboard/binnacle-gateway.tgz says why`)
  if (!isNewer(offered.version, VERSION))
    return `This is version ${VERSION}, and the service has ${offered.version}: nothing to do.`
  const prefix = prefixOf(fileURLToPath(import.meta.url))
  if (prefix === undefined)
    throw new Error('this gateway was not installed by npm: update it the way that it was installed')
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-gateway-'))
  try {
    const file = join(folder, basename(offered.url))
    await writeFile(file, await download(offered))
    await run('npm', ['install', '-g', '--prefix', prefix, '--no-fund', '--no-audit', '--loglevel', 'error', file])
  } finally {
    await rm(folder, { recursive: true })
  }
  return `Version ${offered.version} is installed. Start it: sudo systemctl restart binnacle-gateway`
}

async function download({ url, sha256 }: Offered): Promise<Buffer> {
  const answer = await get(url)
  if (!answer.ok) throw new Error(`${url} cannot be downloaded (${answer.status})`)
  const content = Buffer.from(await answer.arrayBuffer())
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${url} was damaged on its way: its checksum is wrong. Nothing was changed. Try again`)
  return content
}

/** Where npm put this program with its option -g; undefined when it is somewhere else. */
export function prefixOf(module: string): string | undefined {
  const [, prefix] = /^(.*)\/lib\/node_modules\/binnacle-gateway\/dist\/[^/]+$/.exec(module) ?? []
  return prefix === '' ? '/' : prefix
}
