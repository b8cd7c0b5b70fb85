import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { crc32, gunzip } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { freePort } from '../../free-port.ts'
import { networkSettings } from '../../network-settings.ts'
import { lacks } from '../../programs.ts'
import { programFile, QUICK_START } from '../../quick-start.ts'
import type { Architecture } from '../debian/deb.ts'
import { GATEWAY_ARCHITECTURES } from '../debian/gateway-deb.ts'
import { boatOf, elapsed, isReady, killAll, startProgram, writeRecording } from '../testing/programs.ts'
import { assertAsInTable, firstCommands } from '../testing/ways.ts'
import { downloads, gatewayPrograms } from './gateway-programs.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'binnacle-single-test-'))
/** As the runner of the tests made it, else by ourselves. */
const made = process.env.TEST_RELEASE ?? join(folder, 'made')
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const nameOf = (of: Architecture) => `binnacle-gateway-${version}-linux-${of}.gz`
const unpacked = (of: Architecture) => join(folder, `gateway-${of}`)
const licensesFile = (of: Architecture) => join(made, nameOf(of).replace('.gz', '.licenses.txt'))

async function make(wanted: Architecture[]) {
  const own = mkdtempSync(join(folder, 'make-'))
  const programs = await gatewayPrograms(wanted, { root: ROOT, version, time: new Date(0), folder: own })
  rmSync(own, { recursive: true })
  return programs
}

before(async () => {
  if (!process.env.TEST_RELEASE) {
    mkdirSync(made)
    const files = await downloads(await make(GATEWAY_ARCHITECTURES), version)
    for (const [name, content] of files) writeFileSync(join(made, name), content)
  }
  for (const of of GATEWAY_ARCHITECTURES)
    writeFileSync(unpacked(of), await promisify(gunzip)(readFileSync(join(made, nameOf(of)))), { mode: 0o755 })
})

test('the same source gives the same bytes, by either way of making them', async () => {
  // Not compressed again, which takes longer than all else.
  for (const [of, { program, licenses }] of await make(['amd64', 'armhf'])) {
    assert.ok(program.equals(readFileSync(unpacked(of))), of)
    assert.ok(licenses.equals(readFileSync(licensesFile(of))), of)
  }
})

/** ELF's class (1 for 32 bits, 2 for 64) and machine. */
const HEADERS: Record<Architecture, { bits: number; machine: number }> = {
  amd64: { bits: 2, machine: 62 },
  arm64: { bits: 2, machine: 183 },
  armhf: { bits: 1, machine: 40 },
}

test('each is a program for its processor, as large as docs/single-file.md says, with its licences', (t) => {
  const table = readFileSync(join(ROOT, 'docs/single-file.md'), 'utf8').split('\n')
  for (const of of GATEWAY_ARCHITECTURES) {
    const head = readFileSync(unpacked(of)).subarray(0, 20)
    assert.equal(head.toString('latin1', 0, 4), '\x7fELF', of)
    assert.deepEqual({ bits: head[4], machine: head.readUInt16LE(18) }, HEADERS[of], of)
    const sizes = [join(made, nameOf(of)), unpacked(of)].map((path) => Math.round(statSync(path).size / 1e6))
    t.diagnostic(`${of}: ${sizes.join(' MB, ')} MB`)
    const row = table.find((line) => line.includes(`-linux-${of}.gz\` |`))!
    const says = [...row.matchAll(/(\d+) MB/g)].map(([, number]) => Number(number))
    for (const [i, said] of says.entries())
      assert.ok(Math.abs(said - sizes[i]!) <= said * 0.05, `${of}: ${sizes[i]} MB, and not ${said}`)
    const licenses = readFileSync(licensesFile(of), 'utf8')
    for (const name of ['@canboat/canboatjs', 'mqtt', 'serialport', 'Node.js is licensed'])
      assert.ok(licenses.includes(name), name)
  }
})

/** One service for all boats of this file. */
const url = `http://127.0.0.1:${await freePort()}`
before(async () => {
  const env = {
    ...QUICK_START.env,
    PATH: process.env.PATH,
    HOME: folder,
    PORT: new URL(url).port,
    BASE_URL: url,
    SIGNUPS: 'open',
    DATA_DIR: join(folder, 'service'),
  }
  const service = startProgram(`exec "${process.execPath}" "${programFile('apps/server/src/main.ts')}"`, {
    cwd: folder,
    env,
  })
  await service.until(isReady(url), 'the service is ready')
})

/** A boat of the service, and a folder with the settings of its gateway. */
async function boat(name: string, recording: string) {
  const own = join(folder, name)
  await mkdir(own)
  const { connectionKey, readings } = await boatOf(url, name)
  const settings = join(own, 'gateway.yaml')
  writeFileSync(join(own, 'key'), connectionKey, { mode: 0o600 })
  writeFileSync(
    settings,
    `service: ${url}\nkeyFile: key\ndataFolder: data\ninputs: [{type: nmea2000, file: "${recording}", speed: fast}]\n`,
  )
  return { own, settings, readings }
}

test('docs/single-file.md: where there is no Node, from the file to the first readings of a recording', {
  skip: process.arch !== 'x64' && 'the program is for amd64',
}, async (t) => {
  const recording = join(folder, 'amd64.raw')
  const metric = writeRecording(recording)
  const { own, settings, readings } = await boat('amd64', recording)
  symlinkSync(made, join(own, 'release'))
  mkdirSync(join(own, 'bin'))
  // Without Node, and nothing that npm installed.
  const env = { ...networkSettings, PATH: `${join(own, 'bin')}:/usr/bin:/bin` }
  const text = readFileSync(join(ROOT, 'docs/single-file.md'), 'utf8')
  const commands = [...text.matchAll(/^ {4}(.+)$/gm)].map(([, line]) =>
    line!.replaceAll('/usr/local/bin', join(own, 'bin')),
  )
  const needsSystemd = commands.filter((command) => /systemctl|systemd\/system/.test(command))
  assert.equal(needsSystemd.length, 4, 'the commands that are not run here')
  const [unpack, chmod, say, check] = commands.filter((command) => !needsSystemd.includes(command))
  const began = performance.now()
  for (const command of [unpack!, chmod!]) await run('bash', ['-c', command], { cwd: own, env })
  assert.equal((await run('bash', ['-c', say!], { cwd: own, env })).stdout, `${version}\n`)
  const checked = startProgram(`${check} --config ${settings} --seconds 1`, { cwd: own, env })
  assert.match(await checked.ended(), /nmea2000/)
  const gateway = startProgram(`exec binnacle-gateway --config ${settings}`, { cwd: own, env })
  await gateway.until(async () => (await readings()).includes(metric), 'the first readings')
  t.diagnostic(`${elapsed(began)} to the first reading`)
  assertAsInTable('single file', {
    commands: firstCommands('single-file.md', '## Install').length,
    download: statSync(join(made, nameOf('amd64'))).size / 1e6,
    onDisk: statSync(unpacked('amd64')).size / 1e6,
  })
  await gateway.stop()
})

test('it opens serial ports by itself, and says what to do where its library cannot be loaded', {
  skip: process.arch !== 'x64' && 'the program is for amd64',
}, async () => {
  const settings = join(folder, 'serial.yaml')
  writeFileSync(
    settings,
    `service: http://127.0.0.1:9\nkey: ${keyOf('ct_', 1n, crc32)}\ndataFolder: serial-data\ninputs: [{type: nmea0183, serial: /dev/no-such-port, baud: 4800}]\n`,
    { mode: 0o600 },
  )
  const check = async (env: Record<string, string>) => {
    const checked = startProgram(`"${unpacked('amd64')}" check --config ${settings} --seconds 1`, {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', ...env },
    })
    return checked.ended()
  }
  assert.match(await check({}), /\/dev\/no-such-port does not exist; check that the adapter is plugged in/)
  assert.match(
    await check({ TMPDIR: join(folder, 'nowhere') }),
    /serial ports need a folder where programs may run, and .*nowhere is none \(.*\); name another in TMPDIR/,
  )
})

/** A folder with what the program needs of a Debian 13 for this processor: a whole one has a hundred packages more. */
async function librariesFor(of: Architecture): Promise<string> {
  const debian = join(folder, `debian-${of}`)
  for (const path of ['apt/lists/partial', 'apt/archives/partial', 'usr/lib'])
    mkdirSync(join(debian, path), { recursive: true })
  symlinkSync('usr/lib', join(debian, 'lib'))
  writeFileSync(
    join(debian, 'apt/sources.list'),
    'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main\n',
  )
  writeFileSync(join(debian, 'apt/status'), '')
  // An apt of its own, which has nothing of this machine's.
  const options = {
    'APT::Architecture': of,
    'APT::Architectures': of,
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Dir::State': join(debian, 'apt'),
    'Dir::State::status': join(debian, 'apt/status'),
    'Dir::Cache': join(debian, 'apt'),
    'Dir::Etc::sourcelist': join(debian, 'apt/sources.list'),
    'Dir::Etc::sourceparts': '-',
  }
  const apt = (...command: string[]) =>
    run('apt-get', [...Object.entries(options).map(([key, value]) => `-o=${key}=${value}`), '-qq', ...command], {
      cwd: debian,
    })
  await apt('update')
  await apt('download', 'libc6', 'libgcc-s1', 'libatomic1', 'libstdc++6')
  for (const name of globSync('*.deb', { cwd: debian }))
    await run('dpkg-deb', ['--extract', name, '.'], { cwd: debian })
  return debian
}

const EMULATORS = { arm64: 'qemu-aarch64-static', armhf: 'qemu-arm-static' } as const

for (const [of, emulator] of Object.entries(EMULATORS) as [keyof typeof EMULATORS, (typeof EMULATORS)['armhf']][])
  test(`${of}: in an emulated processor, over Debian's libraries of it, a recording arrives`, {
    skip: lacks(emulator, 'apt-get', 'dpkg-deb'),
  }, async () => {
    const debian = await librariesFor(of)
    const recording = join(folder, `${of}.raw`)
    const metric = writeRecording(recording)
    const { own, settings, readings } = await boat(of, recording)
    const env = { PATH: process.env.PATH }
    const command = `${emulator} -L "${debian}" "${unpacked(of)}"`
    const gateway = startProgram(`exec ${command} --config ${settings}`, { cwd: own, env })
    await gateway.until(async () => (await readings()).includes(metric), 'the first readings')
    await gateway.stop()
    assert.ok((await gateway.ended()).includes(`binnacle-gateway ${version}: `))
    rmSync(debian, { recursive: true, maxRetries: 5 })
  })
