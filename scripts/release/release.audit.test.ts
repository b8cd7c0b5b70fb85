import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { networkSettings } from '../network-settings.ts'
import { tarball, untar } from './files.ts'
import { boatOf, elapsed, isReady, killAll, startProgram, writeRecording } from './testing/programs.ts'
import { installNode } from './testing/tool.ts'
import { assertAsInTable, filesIn, firstCommands, megabytes } from './testing/ways.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_PACKED_MB = 45
const MAX_INSTALLED_MB = 200
/** Processor time of `npx … demo` to the open page, three times what it takes: docs/decisions/0053. */
const MAX_DEMO_SECONDS = 90
/** npm writes each of them before anything starts. */
const MAX_FILES = 800
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'binnacle-release-test-'))
/** As the runner of the tests made them, else by ourselves. */
const made = process.env.TEST_RELEASE ?? join(folder, 'made')
const again = join(folder, 'again')
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const SERVICE = `binnacle-${version}.tgz`
const GATEWAY = `binnacle-gateway-${version}.tgz`
const PLUGIN = `signalk-binnacle-${version}.tgz`
/** What needs a dpkg or takes long: other tests look at it. */
const isHere = (line: string) => !/\.deb$|-linux-|BinnacleGateway-/.test(line)
const read = (name: string) => readFileSync(join(made, name))

before(async () => {
  const release = 'exec npm run release -- --without-debs --without-programs --to'
  const options = { cwd: ROOT, maxBuffer: 1e8 }
  if (!process.env.TEST_RELEASE) await run('sh', ['-c', `${release} ${made}`], options)
  // By somebody else: neither rights, words, times nor folders of theirs are in it.
  const temporary = join(folder, 'of/somebody/else')
  mkdirSync(temporary, { recursive: true })
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', TMPDIR: temporary }
  await run('sh', ['-c', `umask 077; ${release} ${again}`], { ...options, env })
  mkdirSync(reader)
  symlinkSync(made, join(reader, 'release'))
})

test('the same commit gives the same bytes, with checksums, components and notes', async () => {
  const names = readdirSync(made).filter(isHere).sort()
  const others = [`binnacle-home-assistant-${version}.tar.gz`, `binnacle-${version}.cdx.json`, 'NOTES.md', 'SHA256SUMS']
  assert.deepEqual(names, [SERVICE, GATEWAY, PLUGIN, ...others].sort())
  assert.deepEqual(readdirSync(again).sort(), names)
  const SUMS = 'SHA256SUMS'
  for (const name of names) if (name !== SUMS) assert.ok(read(name).equals(readFileSync(join(again, name))), name)
  const lines = (file: string) => readFileSync(join(file, SUMS), 'utf8').split('\n').filter(isHere)
  assert.deepEqual(lines(made), lines(again))
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made })

  const sbom = JSON.parse(read(`binnacle-${version}.cdx.json`).toString())
  assert.equal(sbom.bomFormat, 'CycloneDX')
  const components = new Map<string, { hashes: object[] }>(
    sbom.components.map((component: { name: string }) => [component.name, component]),
  )
  for (const name of ['fastify', 'sharp', 'react', 'mqtt', 'onvif']) assert.ok(components.get(name)?.hashes, name)
  assert.ok(!components.has('typescript'), 'nothing that only builds or tests')
  assert.match(read('NOTES.md').toString(), new RegExp(`^# Binnacle ${version.replaceAll('.', '\\.')}\n`))
})

test('the packages run no script, and know nothing of the machine that made them', async () => {
  for (const name of [SERVICE, GATEWAY, PLUGIN]) {
    const files = await untar(read(name))
    const { scripts, private: isPrivate, engines } = JSON.parse(files.get('package.json')!.toString())
    assert.deepEqual({ scripts, isPrivate }, { scripts: undefined, isPrivate: undefined }, name)
    assert.ok(engines.node, name)
    for (const part of ['LICENSE', 'README.md']) assert.ok(files.has(part), `${name}: ${part}`)
    for (const [path, content] of files) {
      assert.ok(!content.includes(ROOT), `${name}: ${path} names ${ROOT}`)
      assert.doesNotMatch(path, /\.tsx?$|^(?!apps.node_modules).*\.test\.js$/, name)
    }
  }
  assert.ok(read(SERVICE).length < MAX_PACKED_MB * 1e6)
})

test('the service has the licences of the packages in its bundle, and these are components', async () => {
  const files = await untar(read(SERVICE))
  const text = files.get('THIRD-PARTY-LICENSES.txt')!.toString()
  const named = [...text.matchAll(/^={80}\n(\S+) (\S+): /gm)].map(([, name, version]) => `${name}@${version}`)
  for (const name of ['fastify', '@aws-sdk/client-s3', '@canboat/canboatjs', 'typebox'])
    assert.ok(
      named.some((each) => each.startsWith(`${name}@`)),
      name,
    )
  assert.ok(!named.some((each) => /^(sharp|typescript|rolldown)@/.test(each)), 'nothing that is not in it')
  const { components } = JSON.parse(read(`binnacle-${version}.cdx.json`).toString()) as Sbom
  const inSbom = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`))
  assert.deepEqual(
    named.filter((each) => !inSbom.has(each)),
    [],
  )
})

interface Sbom {
  components: { group?: string; name: string; version: string }[]
}

test('the plugin has what the Signal K registry looks for', async () => {
  const files = await untar(read(PLUGIN))
  const { keywords, signalk, main } = JSON.parse(files.get('package.json')!.toString())
  assert.ok(keywords.includes('signalk-node-server-plugin'))
  // The server serves public/, and looks for the icon there.
  for (const path of [main, join('public', signalk.appIcon), ...signalk.screenshots, 'CHANGELOG.md'])
    assert.ok(files.has(path.replace('./', '')), path)
})

/** The commands of docs/install.md run in here, where release/ is, and install into a folder instead of the whole machine. */
const reader = join(folder, 'reader')
const prefix = join(folder, 'prefix')
const data = join(folder, 'data')
const env = {
  ...networkSettings,
  PATH: `${prefix}/bin:${process.env.PATH}`,
  HOME: process.env.HOME,
  npm_config_prefix: prefix,
  npm_config_audit: 'false',
  npm_config_update_notifier: 'false',
}

const COMMANDS = [...readFileSync(join(ROOT, 'docs/install.md'), 'utf8').matchAll(/^ {4}(.+)$/gm)].map(
  ([, line]) => line!,
)
// CI does the first, and `before` the second.
const tried = new Set(['npm ci', 'npm run release'])

/** The one command of docs/install.md that has this part. */
function take(part: string): string {
  const [command, ...more] = COMMANDS.filter((command) => command.includes(part))
  assert.ok(command && more.length === 0, `one command of docs/install.md has: ${part}`)
  tried.add(command)
  return command
}

const INSTALL = take('install -g ./release/binnacle-0')

const shell = (command: string, cwd = reader, more: Record<string, string> = {}) =>
  run('bash', ['-c', command], { cwd, env: { ...env, ...more }, maxBuffer: 1e8 })

const start = (command: string, more: Record<string, string> = {}) =>
  startProgram(command, { cwd: reader, env: { ...env, ...more } })

/** Each page of the help, and what it loads: all from this service, and no script in the page. */
async function assertHelp(url: string): Promise<void> {
  const todo = ['/help/']
  const seen = new Set(todo)
  for (let path = todo.pop(); path; path = todo.pop()) {
    const answer = await fetch(url + path)
    assert.equal(answer.status, 200, path)
    const text = await answer.text()
    if (!answer.headers.get('content-type')!.includes('text/html')) continue
    assert.doesNotMatch(text, /<script(?![^>]* src=)|(src|<link[^>]* href)="https?:/, path)
    const found = [...text.matchAll(/ (?:src|href)="(\/help\/[^"#]*)/g)].map(([, linked]) => linked!)
    todo.push(...new Set(found).difference(seen))
    for (const linked of found) seen.add(linked)
  }
  assert.ok(seen.size > 60, `${seen.size} pages and files`)
}

async function assertPage(url: string): Promise<void> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  assert.ok((await fetch(url + script)).ok, 'the web app is there')
}

test('docs/install.md: installed, the service gets a reading from the installed gateway; upgraded with a backup, and back on it', async (t) => {
  await shell(take('sha256sum'), made)
  // A boat needs no registry for it.
  const began = performance.now()
  await shell(INSTALL, reader, { npm_config_offline: 'true' })
  t.diagnostic(`${elapsed(began)} to install`)
  const installed = filesIn(prefix).length
  t.diagnostic(`${megabytes(prefix)} MB in ${installed} files`)
  assert.ok(installed < MAX_FILES)
  assert.ok(megabytes(prefix) < MAX_INSTALLED_MB)
  assertAsInTable('npm package', {
    commands: firstCommands('install.md', '## The service').length,
    download: read(SERVICE).length / 1e6,
    onDisk: megabytes(prefix),
  })
  assert.equal((await shell('binnacle --version')).stdout, `${version}\n`)
  assert.match((await shell(take('--help'))).stdout, /^Usage: binnacle /)

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), BASE_URL: url }
  const service = start(take('DATA_DIR=').replace('/var/lib/binnacle', data), settings)
  await service.until(isReady(url), 'the service is ready')
  await assertPage(url)
  t.diagnostic(`${elapsed(began)} to the open page`)
  assert.ok((await fetch(`${url}/docs/`)).ok, 'the reference of the API is there')
  await assertHelp(url)

  const offered = await fetch(`${url}/onboard/binnacle-gateway.tgz`)
  assert.ok(read(GATEWAY).equals(await offered.bytes()), 'the service has the gateway of its version')

  const { connectionKey, readings } = await boatOf(url)
  await shell(take('binnacle-gateway'), reader, { npm_config_prefer_offline: 'true' })
  const boat = join(folder, 'boat')
  mkdirSync(boat)
  writeFileSync(join(boat, 'key'), connectionKey, { mode: 0o600 })
  const metric = writeRecording(join(boat, 'bus.raw'))
  writeFileSync(
    join(boat, 'boat.yaml'),
    `service: ${url}\nkeyFile: key\ndataFolder: data\ninputs: [{type: nmea2000, file: bus.raw, speed: fast}]\n`,
  )
  const replayed = await shell(`binnacle replay ${join(boat, 'bus.raw')} --dry-run`)
  assert.match(replayed.stdout, new RegExp(`^${metric} `, 'm'))
  const gateway = start(`binnacle-gateway --config ${join(boat, 'boat.yaml')}`)
  await gateway.until(async () => (await readings()).includes(metric), 'the first readings')
  t.diagnostic(`${elapsed(began)} to the first reading`)
  await gateway.stop()

  const findings = await shell(`binnacle doctor; test $? = 1`, reader, { ...settings, DATA_DIR: data })
  assert.match(findings.stdout, /^ok +Service: +version .* answers at /m)

  // What starts as a thread or another program is in it as well.
  const settingsFile = join(folder, 'binnacle.env')
  writeFileSync(settingsFile, `DATA_DIR=${data}\nBASE_URL=${url}\n`)
  const file = join(folder, 'whole.tar')
  const withFiles = (command: string) =>
    command.replace('/etc/binnacle/binnacle.env', settingsFile).replace('/mnt/usb/before-the-season.tar', file)
  assert.match((await shell(withFiles(take('binnacle.env backup')))).stdout, /is written and verified/)
  assert.match((await shell(`binnacle backup --check ${file}`)).stdout, /is whole and right/)
  await service.stop()
  const reset = await shell(`binnacle reset-password ada@example.org --env-file ${settingsFile}`)
  assert.match(reset.stdout, /The new password of ada@example\.org/)

  const inData = (command: string) => withFiles(command).replaceAll('/var/lib/binnacle/', `${data}/`)
  const command = `binnacle --env-file ${settingsFile}`
  await shell(`npm install -g ${await newerPackage()}`, reader, { npm_config_offline: 'true' })
  assert.equal((await shell('binnacle --version')).stdout, '99.0.0\n')
  const newer = start(command, settings)
  await newer.until(isReady(url), 'the newer service is ready')
  await newer.stop()
  await shell(INSTALL, reader, { npm_config_offline: 'true' })
  assert.match(await start(command, settings).ended(), /made by a newer version of Binnacle/)
  await shell(inData(take('mv ')))
  await shell(inData(take('binnacle restore')))
  const older = start(command, settings)
  await older.until(isReady(url), 'the older service is ready again')
  assert.ok((await readings()).includes(metric))
  await older.stop()
})

/** This version with another number and one more migration. */
async function newerPackage(): Promise<string> {
  const files = await untar(read(SERVICE))
  const manifest = JSON.parse(files.get('package.json')!.toString())
  files.set('package.json', Buffer.from(JSON.stringify({ ...manifest, version: '99.0.0' })))
  files.set('apps/server/migrations/9999_newer.sql', Buffer.from('create table newer (id int);\n'))
  const file = join(folder, 'binnacle-99.0.0.tgz')
  writeFileSync(file, await tarball(files, new Date(0)))
  return file
}

test('on a Node that is too old, service and gateway say in a sentence what to do, and the command in it works', async () => {
  const programs = join(prefix, 'lib/node_modules')
  for (const [old, program, needed] of [
    [18, 'binnacle-gateway/dist/main.cjs', 20],
    [18, 'binnacle/apps/cli/binnacle.js', 26],
    [24, 'binnacle/apps/cli/binnacle.js', 26],
  ] as const) {
    const run = `${await installNode(old, folder)}/node ${join(programs, program)} --version`
    const { stdout } = await shell(`${run} 2>&1; test $? = 1`)
    const [name] = program.split('/')
    assert.match(stdout, new RegExp(`^${name} needs Node ${needed} or later, and this is Node ${old}\\.[^\n]+\n$`, 'i'))
    const [, remedy] = / or run: (npx .*)\n/.exec(stdout) ?? []
    // npm 12 runs no script of a package unless told to: what the command fetches must need none.
    if (old === 24) assert.equal((await shell(`npm_config_ignore_scripts=true ${remedy}`)).stdout, `${version}\n`)
  }
})

test('docs/install.md: npx starts the demo', async (t) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = { PORT: String(port), DATA_DIR: join(folder, 'demo-data'), npm_config_cache: join(folder, 'cache') }
  const began = performance.now()
  const demo = start(take('npx').replace('npx', 'npx --yes'), own)
  // Two waits, each with its own limit: it writes thousands of files before it starts.
  await demo.until(
    () => globSync(join(own.npm_config_cache, '_npx/*/node_modules/.bin/binnacle')).length,
    'the package',
  )
  await demo.until(isReady(url), 'the demo is ready')
  await assertPage(url)
  const seconds = demo.processorSeconds()
  t.diagnostic(`${elapsed(began)} to the open page, ${seconds.toFixed(0)} s of processor time`)
  assert.ok(seconds > 1 && seconds < MAX_DEMO_SECONDS, `${seconds} s of processor time to the open page`)
  await demo.stop()
})

test('docs/install.md: the plugin is installed into the folder of a Signal K server', async () => {
  await shell('npm init --yes && npm pkg set type=commonjs')
  await shell(take('install ./release/signalk-binnacle'), reader, { npm_config_prefer_offline: 'true' })
  const { stdout } = await shell(`node -p "typeof require('signalk-binnacle')"`)
  assert.equal(stdout, 'function\n')
})

test('docs/uninstall.md and docs/install.md: the commands of npm remove service and gateway', async () => {
  const text = readFileSync(join(ROOT, 'docs/uninstall.md'), 'utf8')
  const commands = [...text.matchAll(/npm uninstall -g ([\w-]+)/g)]
  assert.deepEqual(commands.map(([, name]) => name).sort(), ['binnacle', 'binnacle-gateway'])
  assert.ok(commands.some(([command]) => command === take('uninstall')))
  for (const [command, name] of commands) {
    const program = join(prefix, 'bin', name!)
    assert.ok(existsSync(program), program)
    await shell(command)
    assert.ok(!existsSync(program), program)
  }
  assert.ok(existsSync(join(data, 'db')), 'the data stays')
  assert.deepEqual(
    COMMANDS.filter((command) => !tried.has(command)),
    [],
    'each command of docs/install.md is run here',
  )
})
