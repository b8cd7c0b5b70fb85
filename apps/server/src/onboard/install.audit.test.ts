import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { shellWord } from '@binnacle/contract'
import { freePort } from '../../../../scripts/free-port.ts'
import { networkSettings } from '../../../../scripts/network-settings.ts'
import { lacks, skipUnless } from '../../../../scripts/programs.ts'
import { QUICK_START } from '../../../../scripts/quick-start.ts'
import { checksums } from '../../../../scripts/release/boat.ts'
import { tarball, untar } from '../../../../scripts/release/files.ts'
import { elapsed, writeRecording } from '../../../../scripts/release/testing/programs.ts'
import { assertAsInTable, megabytes } from '../../../../scripts/release/testing/ways.ts'
import { until } from '../../../../scripts/until.ts'
import { startTestProcess } from '../testing/process.ts'
import { VERSION } from '../version.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../../..')
// As they are now, whatever was built before.
execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/release/build-onboard.ts'], {
  cwd: ROOT,
})

const folder = mkdtempSync(join(tmpdir(), 'binnacle-installed-'))
after(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const { boats } = await startTestProcess({ PORT: String(port), BASE_URL: url, TELEMETRY_GAP_MS: '100' })
const key = boats[0]!.deviceKey

const recording = join(folder, 'bus.raw')
writeRecording(recording)
// Depth of 1.83 m (PGN 128267), as canboat's `analyzer -raw` writes it.
const minute = (of: number) =>
  Array.from({ length: 60 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 4, 14, 9, of, second)).toISOString()
    return `${time},2,128267,36,255,8,ff,b7,00,00,00,00,00,ff\n`
  }).join('')
const INPUT = `--input 'type: nmea2000, file: "${recording}", speed: fast'`
const temporary = join(folder, 'tmp')
execFileSync('mkdir', [temporary])
const env = {
  ...networkSettings,
  ...QUICK_START.env,
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: temporary,
  npm_config_prefer_offline: 'true',
}

/** A boat that reaches its service, and not the internet. */
const withoutRegistry = {
  npm_config_registry: 'http://127.0.0.1:1/',
  npm_config_cache: join(folder, 'empty-cache'),
  npm_config_prefer_offline: 'false',
}
const boat = join(folder, "Ada's boat")

/** npm keeps a cache of its own. */
const leftBehind = () => readdirSync(temporary).filter((name) => name !== 'node-compile-cache')

/** Runs a command on a terminal of its own, and gives what the terminal shows. */
async function terminal(command: string, use: (child: ChildProcess, screen: () => string) => Promise<void>) {
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  const closed = once(child, 'close')
  try {
    await use(child, () => screen)
    await closed
    return { code: child.exitCode, screen }
  } finally {
    child.kill()
  }
}

test('one line, from nothing to the first reading; again, it keeps settings and key', {
  skip: lacks('curl', 'script'),
}, async (t) => {
  const prefix = boat
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, key, { mode: 0o600 })
  const line = (more: string) => `curl -fsSL ${url}/onboard/install.sh | sh -s -- --prefix ${shellWord(prefix)} ${more}`
  const began = performance.now()
  const { code, screen } = await terminal(line(`--key-file ${keyFile} ${INPUT}`), async () => {})
  assert.equal(code, 0, screen)
  t.diagnostic(`${elapsed(began)} to the first reading`)
  assertAsInTable('one line of your Binnacle', { commands: 1, onDisk: megabytes(prefix) })
  assert.match(screen, /Service: \S+ accepts the key/)
  assert.match(screen, /The service has accepted the first readings: \w+ (\S+ )?[-\d.]+ /)
  assert.ok(!screen.includes(key))
  assert.equal(readFileSync(join(prefix, 'etc/binnacle-gateway.key'), 'utf8'), `${key}\n`)
  assert.equal(statSync(join(prefix, 'etc/binnacle-gateway.key')).mode & 0o777, 0o600)
  const settings = readFileSync(join(prefix, 'etc/binnacle-gateway.yaml'), 'utf8')
  assert.ok(!settings.includes(key))
  assert.deepEqual(leftBehind(), [])
  const serial = await run('node', ['-p', "typeof require('serialport').SerialPort.list"], {
    env,
    cwd: join(prefix, 'lib/node_modules/binnacle-gateway'),
  })
  assert.equal(serial.stdout, 'function\n', 'the library for serial ports is there without scripts of packages')

  // What was played is not played again.
  appendFileSync(recording, minute(31))
  const again = await terminal(line(`--key-file ${keyFile}`), async () => {})
  assert.equal(again.code, 0, again.screen)
  assert.match(again.screen, /The settings in .+ stay\./)
  assert.match(again.screen, /The service has accepted the first readings: depth 1\.83 m\./)
  const [, starts] = /It is stopped now\. .*:\s+(.+)/.exec(again.screen)!
  const { stdout } = await run('sh', ['-c', `${starts!.trim()} --help`], { env })
  assert.match(stdout, /^Usage: binnacle-gateway /m, 'what is said to start it does, whatever is in its path')
  assert.equal(readFileSync(join(prefix, 'etc/binnacle-gateway.yaml'), 'utf8'), settings)
})

test('a mistyped key is not stored, and nothing is installed for it', { skip: lacks('curl') }, async () => {
  const prefix = join(folder, 'mistyped')
  const keyFile = join(folder, 'mistyped-key')
  writeFileSync(keyFile, key.slice(0, -1), { mode: 0o600 })
  const command = `curl -fsSL ${url}/onboard/install.sh | sh -s -- --prefix ${prefix} --key-file ${keyFile} ${INPUT}`
  const { stdout, stderr } = await run('sh', ['-c', command], { env }).catch((error: Record<string, string>) => error)
  assert.deepEqual([stdout, readdirSync(prefix), readdirSync(join(prefix, 'etc'))], ['', ['etc'], []])
  assert.match(
    stderr!,
    /^binnacle: \S+: \S+ does not know this key: copy it again, or create a new one in the app\.\n$/m,
  )
})

test('where npm cannot reach its registry, that is said at once', { skip: lacks('curl') }, async () => {
  const keyFile = join(folder, 'offline-key')
  writeFileSync(keyFile, key, { mode: 0o600 })
  const command = `curl -fsSL ${url}/onboard/install.sh | sh -s -- --prefix ${join(folder, 'offline')} --key-file ${keyFile} ${INPUT}`
  const { stderr } = await run('sh', ['-c', command], { env: { ...env, ...withoutRegistry } }).catch(
    (error: Record<string, string>) => error,
  )
  assert.match(stderr!, /^binnacle: npm cannot reach its registry, .* or see http:\S+\/help\/single-file\n$/m)
})

test('a disk that is full is said to be that', {
  skip: lacks('curl') || skipUnless(process.getuid!() === 0, 'a small disk needs root'),
}, async () => {
  const small = join(folder, 'small')
  mkdirSync(small)
  const keyFile = join(folder, 'key-for-small')
  writeFileSync(keyFile, key, { mode: 0o600 })
  const command = `mount -t tmpfs -o size=3m tmpfs ${small} && curl -fsSL ${url}/onboard/install.sh |
    sh -s -- --prefix ${small} --key-file ${keyFile} ${INPUT}`
  const { stderr } = await run('unshare', ['--mount', 'sh', '-c', command], { env }).catch(
    (error: Record<string, string>) => error,
  )
  assert.match(stderr!, /^binnacle: the disk of \S+small is full: \d MB are free, .* Free some space, .*\n$/m)
})

test('installed by hand, `update` installs a newer gateway of the service, and not a damaged one', {
  skip: lacks('curl'),
}, async (t) => {
  const prefix = join(folder, 'by-hand')
  const npm = (...args: string[]) => run('npm', ['install', ...args], { env, cwd: temporary })
  await npm('-g', '--prefix', prefix, `${url}/onboard/binnacle-gateway.tgz`)
  await npm('--prefix', join(folder, 'signalk'), `${url}/onboard/signalk-binnacle.tgz`)
  assert.ok(existsSync(join(folder, 'signalk/node_modules/signalk-binnacle/package.json')))
  const own = `binnacle-gateway-${VERSION}.tgz`
  const files = await untar(await (await fetch(`${url}/onboard/${own}`)).bytes().then(Buffer.from))
  const manifest = JSON.parse(files.get('package.json')!.toString())
  files.set('package.json', Buffer.from(JSON.stringify({ ...manifest, version: '99.0.0' })))
  const newer = new Map([['binnacle-gateway-99.0.0.tgz', await tarball(files, new Date())]])
  let sums = ''
  let isCutShort = false
  const server = createServer((request, response) => {
    const name = request.url!.replace('/onboard/', '')
    if (isCutShort && name !== 'SHA256SUMS')
      return response.writeHead(200, { 'content-length': 1_000_000 }).write('half', () => response.destroy())
    response.end(name === 'SHA256SUMS' ? sums : newer.get(name))
  }).listen(0, '127.0.0.1')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')

  const settings = join(boat, 'etc/binnacle-gateway.yaml')
  const update = (more = {}) =>
    run('sh', ['-c', `umask 077; exec ${prefix}/bin/binnacle-gateway update --config ${shellWord(settings)}`], {
      env: { ...env, ...more },
    }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }))
  const installed = () =>
    JSON.parse(readFileSync(join(prefix, 'lib/node_modules/binnacle-gateway/package.json'), 'utf8')).version
  assert.match((await update()).stdout, /nothing to do\./)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(url, address))
  sums = `${'0'.repeat(64)}  binnacle-gateway-99.0.0.tgz\n`
  assert.match((await update()).stderr, /its checksum is wrong\. Nothing was changed/)
  assert.equal(installed(), VERSION)
  sums = checksums(newer)
  isCutShort = true
  assert.match((await update()).stderr, /99\.0\.0\.tgz cannot be downloaded: .+\. Nothing was changed\. Try again\n$/)
  isCutShort = false
  assert.match((await update(withoutRegistry)).stderr, /npm cannot reach its registry, .+\. Nothing was changed\n/)
  assert.equal(installed(), VERSION)
  assert.match((await update()).stdout, /Version 99\.0\.0 is installed\. Start it: sudo systemctl restart/)
  assert.equal(installed(), '99.0.0')
  const modules = join(prefix, 'lib/node_modules')
  assert.deepEqual(readdirSync(modules), ['binnacle-gateway'])
  // The user of the unit is another one.
  const isPrivate = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(modules, path)).mode & 0o044) !== 0o044,
  )
  assert.deepEqual(isPrivate, [])
  server.close()
  assert.match((await update()).stderr, /^binnacle-gateway: http:\S+ cannot be reached: connection refused;/)
})

test('asked for on the terminal, the key is not shown, and asked for again if it is mistyped; a dry run leaves nothing', {
  skip: lacks('curl', 'script'),
}, async () => {
  const command = `curl -fsSL ${url}/onboard/install.sh | sh -s -- --dry-run ${INPUT}`
  const { code, screen } = await terminal(command, async (child, screen) => {
    const question = (nth: number) =>
      until(() => screen().split('Connection key from the app').length > nth, `question ${nth}`, child)
    await question(1)
    child.stdin!.write(`${key.slice(0, -1)}\n`)
    await question(2)
    assert.match(screen(), /does not know this key: copy it again/)
    assert.doesNotMatch(screen(), /Installing/)
    child.stdin!.write(`${key}\n`)
  })
  assert.equal(code, 0, screen)
  assert.match(screen, /depth +[\d.]+ m/)
  assert.match(screen, /This was a dry run: nothing is installed\./)
  assert.ok(!screen.includes(key))
  assert.deepEqual(leftBehind(), [])
  assert.ok(!existsSync('/etc/binnacle-gateway.yaml'))
})
