import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { componentPackages } from './components.ts'
import { addUnder, type Files, filesOf, untar } from './files.ts'
import { licensesOf } from './licenses.ts'
import { closure, isNative, type Locked, type Platform, readLock } from './lock.ts'
import { type Manifest, published, toJson } from './manifest.ts'
import { replaced } from './replaced.ts'
import { BUNDLE, KEPT, serviceBundle } from './service-bundle.ts'
import { whatRuns } from './what-runs.ts'

/** The Node that the service needs; apps/cli/binnacle.js says so to an older one. */
const NODE = '>=26'

const START = 'apps/cli/binnacle.js'
const LICENSES = 'THIRD-PARTY-LICENSES.txt'

/** Where the package runs: the image library is in it for each of them, with 8 MB. npm refuses it elsewhere. */
export const PLATFORMS: Platform[] = ['x64', 'arm64'].map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }))

/** Below the package's own folder, where npm would unpack it twice and check it. */
const MODULES = 'apps/node_modules'

const run = promisify(execFile)

/** The service with its web app and its dependencies, as it runs on every platform: `folder` is for what is made meanwhile. */
export async function serviceFiles(root: string, folder: string): Promise<Files> {
  const files: Files = new Map()
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) files.set(name, readFileSync(join(root, name)))
  const own = await ownFiles(root)
  const bundle = await serviceBundle(root, own.filter(isModule))
  addUnder(files, BUNDLE, bundle.files)
  const lock = readLock(join(root, 'package-lock.json'))
  files.set(LICENSES, licensesOf(root, bundle.bundled, componentPackages(lock, PLATFORMS)))
  const inBundle = new Set(bundle.bundled)
  for (const path of own.filter((path) => !isModule(path) && !inBundle.has(path)))
    files.set(path, readFileSync(join(root, path)))
  files.set(START, replaced(join(root, START), [['./src/main.ts', '../dist/cli.js']]))

  const app = join(folder, 'web')
  await build({ root: join(root, 'apps/web'), build: { outDir: app, emptyOutDir: true }, logLevel: 'warn' })
  addUnder(files, 'apps/web/dist', filesOf(app))

  const keptPaths = KEPT.map((name) => `node_modules/${name}`)
  const kept = [...closure(lock, keptPaths, PLATFORMS)]
  for (const [path] of kept.filter(([, locked]) => !isNative(locked)))
    addUnder(files, inPackage(path), withoutExtensions(path, whatRuns(filesOf(join(root, path)))))
  const native = kept.filter(([, locked]) => isNative(locked))
  for (const [path, content] of await fromRegistry(native, folder)) addUnder(files, inPackage(path), whatRuns(content))
  files.set('package.json', toJson(serviceManifest(root)))
  return files
}

/** PGlite has each module twice, and extensions of PostgreSQL that the service does not use. */
const withoutExtensions = (path: string, files: Files): Files =>
  path.endsWith('/pglite')
    ? new Map([...files].filter(([name]) => !/\.(cjs|tar\.gz)$|^dist\/contrib\//.test(name)))
    : files

const inPackage = (path: string): string => path.replace('node_modules', MODULES)

/** Our modules, and the data that they read beside themselves. */
async function ownFiles(root: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', 'apps/cli', 'apps/server', 'apps/demo'], { cwd: root })
  return stdout.split('\0').filter((path) => path && !isForTests(path) && !path.endsWith('/package.json'))
}

const isModule = (path: string) => path.endsWith('.ts')
const isForTests = (path: string) =>
  path.endsWith('.test.ts') || path.includes('/testing/') || path === 'apps/server/schema.sql'

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
    bin: { binnacle: START },
    engines: { node: NODE },
    os: ['linux'],
    cpu: PLATFORMS.map(({ cpu }) => cpu),
    libc: ['glibc'],
  })
}
