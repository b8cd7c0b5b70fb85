import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'postject'
import type { Architecture } from '../debian/deb.ts'

/**
 * As the first line of apps/gateway/src/main.ts has them; the variables of malloc are the caller's. The one for armhf has none of
 * them: Node 20 takes no arguments from what it carries. Its caller sets in NODE_OPTIONS what is allowed there, as
 * deploy/venus-os does.
 */
const FLAGS = ['--max-semi-space-size=1', '--optimize-for-size', '--v8-pool-size=0']

/** A copy of Node that runs this module, and takes no other. The same module and Node give the same bytes. */
export async function executable(of: Architecture, code: string, node: Buffer, folder: string): Promise<Buffer> {
  const own = join(folder, `single-${of}`)
  await mkdir(own)
  await writeFile(join(own, 'node'), node, { mode: 0o755 })
  await writeFile(join(own, 'main.cjs'), code)
  return of === 'armhf' ? injected(code, join(own, 'node')) : built(own)
}

/** By the Node of package.json, which has to be the version of the other. */
async function built(folder: string): Promise<Buffer> {
  const config = {
    main: 'main.cjs',
    executable: 'node',
    output: 'made',
    disableExperimentalSEAWarning: true,
    execArgv: FLAGS,
  }
  await writeFile(join(folder, 'sea.json'), JSON.stringify(config))
  await promisify(execFile)(process.execPath, ['--build-sea', 'sea.json'], { cwd: folder })
  return readFile(join(folder, 'made'))
}

/**
 * Node 20 for 32 bits: Node 26 cannot write for it, and a Node 20 of this machine writes lengths of 64 bits. Nothing but `code` is in
 * what it reads (node_sea.cc of v20.11.0): magic number, flags (no warning), then name and code, each behind its length.
 */
async function injected(code: string, node: string): Promise<Buffer> {
  const blob = Buffer.concat([
    uint32(0x143da20),
    uint32(1),
    ...[NAME, code].flatMap((text) => [uint32(Buffer.byteLength(text)), Buffer.from(text)]),
  ])
  await inject(node, 'NODE_SEA_BLOB', blob, { sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2' })
  await chmod(node, 0o755)
  return readFile(node)
}

const NAME = 'main.cjs'

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
