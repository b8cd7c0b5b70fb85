import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { addUnder, type Files, filesOf, untar } from './files.ts'
import { closure, isNative, type Locked, type Platform, readLock } from './lock.ts'
import { type Manifest, published, toJson } from './manifest.ts'
import { REPLAY, replayBundle } from './replay.ts'
import { whatRuns } from './what-runs.ts'

/** The Node that the service needs; apps/cli/binnacle.js says so to an older one. */
const NODE = '>=26'

/** Where the package runs: the image library is in it for each of them, with 8 MB. npm refuses it elsewhere. */
export const PLATFORMS: Platform[] = ['x64', 'arm64'].map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }))

const WORKSPACES = ['apps/server', 'apps/demo', 'packages/contract']
/** Below the package's own folder, where npm would unpack it twice and check it. */
const MODULES = 'apps/node_modules'

const run = promisify(execFile)

/** The service with its web app and its dependencies, as it runs on every platform: `folder` is for what is made meanwhile. */
export async function serviceFiles(root: string, folder: string): Promise<Files> {
  const files: Files = new Map()
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) files.set(name, readFileSync(join(root, name)))
  for (const [path, content] of await ownModules(root)) files.set(path, content)
  files.set(REPLAY, await replayBundle(root, folder))
  refuseMissingModules(files)

  const app = join(folder, 'web')
  await build({ root: join(root, 'apps/web'), build: { outDir: app, emptyOutDir: true }, logLevel: 'warn' })
  addUnder(files, 'apps/web/dist', filesOf(app))

  const needed = closure(readLock(join(root, 'package-lock.json')), WORKSPACES, PLATFORMS)
  const installed = [...needed].filter(([path, { link }]) => path.includes('node_modules/') && !link)
  for (const [path] of installed.filter(([, locked]) => !isNative(locked)))
    addUnder(files, inPackage(path), whatRuns(filesOf(join(root, path))))
  const native = installed.filter(([, locked]) => isNative(locked))
  for (const [path, content] of await fromRegistry(native, folder)) addUnder(files, inPackage(path), whatRuns(content))
  files.set('package.json', toJson(serviceManifest(root)))
  return files
}

/** What a workspace has for itself goes beside the rest, where both find it. */
const inPackage = (path: string): string => `${MODULES}/${path.slice(path.indexOf('node_modules/') + 13)}`

/** Node runs no TypeScript in node_modules: types are stripped, and the lines stay as they are. */
async function ownModules(root: string): Promise<Files> {
  const { stdout } = await run('git', ['ls-files', '-z', 'apps/cli', ...WORKSPACES], { cwd: root })
  const files: Files = new Map()
  for (const path of stdout.split('\0').filter((path) => path && !isForTests(path))) {
    const content = await readFile(join(root, path))
    const target = path.replace(/^packages\/contract/, `${MODULES}/@binnacle/contract`)
    if (path === 'packages/contract/package.json')
      files.set(target, toJson(published(JSON.parse(toJavaScript(content.toString())))))
    else if (path.endsWith('.ts'))
      files.set(target.replace(/\.ts$/, '.js'), Buffer.from(toJavaScript(stripTypeScriptTypes(content.toString()))))
    else if (path.endsWith('.js')) files.set(target, Buffer.from(toJavaScript(content.toString())))
    else if (!path.endsWith('/package.json')) files.set(target, content)
  }
  return files
}

const isForTests = (path: string) =>
  path.endsWith('.test.ts') || path.includes('/testing/') || path === 'apps/server/schema.sql'

/** Each relative path to a module of ours, be it imported, started as a worker or exported. */
const toJavaScript = (text: string): string => text.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')

function refuseMissingModules(files: Files): void {
  for (const [path, content] of files) {
    if (!path.endsWith('.js')) continue
    const text = content.toString()
    for (const [, module] of text.matchAll(/'(\.{1,2}\/[^'\n]*\.js)'/g)) {
      const target = posix.join(posix.dirname(path), module!)
      if (!files.has(target)) throw new Error(`${path} needs ${target}, which is not in the package`)
    }
  }
}

/** Packages of other platforms, which are not installed here; as package-lock.json has them, or it throws. */
async function fromRegistry(packages: [string, Locked][], folder: string): Promise<Map<string, Files>> {
  const specs = packages.map(([path, { version }]) => `${path.replace('node_modules/', '')}@${version}`)
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...specs]
  const { stdout } = await run('npm', pack, { cwd: folder, maxBuffer: 1e8 })
  const packed = Object.values(JSON.parse(stdout)) as { name: string; filename: string }[]
  const found = new Map<string, Files>()
  for (const [path, { integrity }] of packages) {
    const { filename } = packed.find(({ name }) => path === `node_modules/${name}`)!
    const bytes = await readFile(join(folder, filename))
    const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (hash !== integrity) throw new Error(`${path} is ${hash}, and ${integrity} in package-lock.json`)
    found.set(path, await untar(bytes))
  }
  return found
}

function serviceManifest(root: string): Manifest {
  const { name, version, description, license, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return published({
    ...{ name, version, description, license, type },
    keywords: ['boat', 'vessel', 'maintenance', 'logbook', 'telemetry', 'nmea2000', 'signalk', 'self-hosted'],
    bin: { binnacle: 'apps/cli/binnacle.js' },
    engines: { node: NODE },
    os: ['linux'],
    cpu: PLATFORMS.map(({ cpu }) => cpu),
    libc: ['glibc'],
  })
}
