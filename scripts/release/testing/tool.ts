import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { madeOnce } from '../made-once.ts'

const run = promisify(execFile)
const TOOLS = join(import.meta.dirname, '../../../node_modules/.cache/binnacle/tools')

/** What a user may have: a Node of each version, and an npm of its time. Whole versions: what was installed once stays. */
export const NODES = [
  { major: 18, node: '18.20.8', npm: '9.9.4' },
  { major: 20, node: '20.20.2', npm: '10.9.9' },
  { major: 22, node: '22.23.5', npm: '10.9.9' },
  { major: 24, node: '24.22.3', npm: '11.21.2' },
  { major: 26, node: process.versions.node, npm: '11.21.2' },
]

/** Copies a package of npm into a folder of its own below this one, and gives its node_modules. npm installs it the first time. */
async function installTool(spec: string, folder: string): Promise<string> {
  const place = join(TOOLS, spec)
  const quiet = ['--ignore-scripts', '--no-fund', '--no-audit', '--prefer-offline']
  await madeOnce(place, (made) => run('npm', ['install', ...quiet, '--prefix', made, spec], { maxBuffer: 1e8 }))
  const own = join(folder, spec)
  if (!existsSync(own)) {
    mkdirSync(own)
    // Where another user can read it.
    await run('cp', ['--recursive', join(place, 'node_modules'), own])
  }
  return join(own, 'node_modules')
}

const nodeOf = (major: number) => NODES.find((each) => each.major === major)!

/** Gives the folder of the program `node`. */
export async function installNode(major: number, folder: string): Promise<string> {
  const name = `node-linux-${process.arch}`
  return join(await installTool(`${name}@${nodeOf(major).node}`, folder), name, 'bin')
}

/** Gives the npm that goes with this Node: a node_modules. */
export const installNpm = (major: number, folder: string): Promise<string> =>
  installTool(`npm@${nodeOf(major).npm}`, folder)
