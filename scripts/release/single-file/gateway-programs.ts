import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { componentPackages } from '../components.ts'
import type { Architecture } from '../debian/deb.ts'
import { SERIAL } from '../debian/gateway-deb.ts'
import type { Release } from '../debian/service-deb.ts'
import type { Files } from '../files.ts'
import { licensesOf } from '../licenses.ts'
import { readLock } from '../lock.ts'
import { nodeProgram } from '../node-program.ts'
import { singleModule } from './bundle.ts'
import { executable } from './executable.ts'

export interface Program {
  program: Buffer
  /** Of Node, and of all packages that are in it. */
  licenses: Buffer
}

/** The gateway for this processor in one file, with its Node and all packages. */
async function gatewayProgram(of: Architecture, { root, folder }: Release): Promise<Program> {
  const { cpu, prebuilt } = SERIAL[of]
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = await mkdtemp(join(folder, 'program-'))
  const node = await nodeProgram(of, dependencies.node, own)
  const part = readFileSync(join(root, 'apps/gateway/node_modules/@serialport/bindings-cpp', prebuilt))
  const { code, bundled } = await singleModule(root, part)
  const lock = readLock(join(root, 'package-lock.json'))
  const packages = licensesOf(root, bundled, componentPackages(lock, [{ os: 'linux', cpu, libc: 'glibc' }]), HEAD)
  return {
    program: await executable(of, code, node.get('bin/node')!, own),
    licenses: Buffer.concat([packages, Buffer.from(`\nNode.js\n\n`), node.get('LICENSE')!]),
  }
}

export async function gatewayPrograms(wanted: Architecture[], release: Release): Promise<Map<Architecture, Program>> {
  const programs = wanted.map(async (of) => [of, await gatewayProgram(of, release)] as const)
  return new Map(await Promise.all(programs))
}

const HEAD = 'These packages are in the single-file gateway, and Node.js, whose licence is at the end.\n'

/** As they are downloaded: compressed, and beside each the licences of what is in it. */
export async function downloads(programs: Map<Architecture, Program>, version: string): Promise<Files> {
  const files: Files = new Map()
  for (const [of, { program, licenses }] of programs) {
    files.set(`binnacle-gateway-${version}-linux-${of}.gz`, await promisify(gzip)(program, { level: 6 }))
    files.set(`binnacle-gateway-${version}-linux-${of}.licenses.txt`, licenses)
  }
  return files
}
