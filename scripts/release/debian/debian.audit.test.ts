import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { shellWord } from '@binnacle/contract'
import { freePort } from '../../free-port.ts'
import { lacks } from '../../programs.ts'
import { lacksDebian, newDebian } from '../testing/new-debian.ts'
import { boatOf, elapsed, isReady, killAll, startProgram, writeRecording } from '../testing/programs.ts'
import { assertAsInTable, firstCommands } from '../testing/ways.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MAX_PACKED_MB = 70
const skip = lacks('dpkg-deb', 'file', 'lintian') || lacksDebian()
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'binnacle-debian-test-'))
/** As the runner of the tests made it, else by ourselves. */
const made = process.env.TEST_RELEASE ?? join(folder, 'made')
/** A new Debian 13, in which the packages are installed. */
const debian = join(folder, 'debian')
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const deb = (name: string) => join(made, `${name}_${version}_amd64.deb`)

before(async () => {
  if (skip) return
  const { TEST_RELEASE, TEST_DEBIAN } = process.env
  await Promise.all([
    TEST_RELEASE || run('npm', ['run', 'release', '--', '--to', made], { cwd: ROOT, maxBuffer: 1e8 }),
    TEST_DEBIAN ? run('cp', ['--archive', TEST_DEBIAN, debian]) : newDebian(debian),
  ])
  await run('cp', ['--recursive', made, join(debian, 'release')])
  // apt asks before it removes anything; the packages do not.
  writeFileSync(join(debian, 'etc/apt/apt.conf.d/yes'), 'APT::Get::Assume-Yes "true";\n')
})

/** In the chroot, with a /proc that goes when the command ends. */
const inside = (command: string) =>
  `exec unshare --mount sh -c 'mount -t proc proc ${debian}/proc && exec chroot ${debian} env -i PATH=/usr/sbin:/usr/bin sh -c "$0"' ${shellWord(command)}`
/** Nobody is there to answer a question. */
const does = async (command: string) => {
  const program = run('bash', ['-c', inside(command)], { maxBuffer: 1e8 })
  program.child.stdin!.end()
  const { stdout, stderr } = await program
  return stdout + stderr
}

const COMMANDS = [...readFileSync(join(ROOT, 'docs/debian.md'), 'utf8').matchAll(/^ {4}(.+)$/gm)].map(
  ([, line]) => line!,
)
const tried = new Set<string>()
/** These need systemd, a person or a boat. */
const NOT_HERE = /systemctl|journalctl|gateway check/

/** Runs the one command of docs/debian.md that has this part. */
function follow(part: string): Promise<string> {
  const [command, ...more] = COMMANDS.filter((command) => command.includes(part))
  assert.ok(command && more.length === 0, `one command of docs/debian.md has: ${part}`)
  tried.add(command)
  return does(command)
}

/** Megabytes. */
const installedSize = async (name: string) =>
  (Number(/^Installed-Size: (\d+)$/m.exec(await does(`dpkg --status ${name}`))![1]) * 1024) / 1e6

/** What systemd does with a unit: there is none in the chroot. */
function startUnit(name: string) {
  const unit = readFileSync(join(debian, `usr/lib/systemd/system/${name}.service`), 'utf8')
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)![1]!
  return startProgram(
    inside(
      `install -d -o ${value('User')} /var/cache/binnacle && cd ${value('WorkingDirectory')} && umask ${value('UMask')} && ` +
        `set -a && export ${value('Environment')} && . ${value('EnvironmentFile')} && set +a && ` +
        `exec setpriv --reuid=${value('User')} --regid=${value('User')} --clear-groups --no-new-privs ${value('ExecStart')}`,
    ),
    { cwd: folder },
  )
}

test('the packages are small, for their machines, and as Debian wants them', { skip }, async (t) => {
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made })
  const debs = readdirSync(made).filter((name) => name.endsWith('.deb'))
  assert.equal(debs.length, 5)
  for (const name of debs) {
    const size = readFileSync(join(made, name)).length / 1e6
    t.diagnostic(`${name}: ${size.toFixed(1)} MB`)
    // The runner's others are not compressed.
    if (name.endsWith('_amd64.deb')) assert.ok(size < MAX_PACKED_MB, `${name}: ${size} MB`)
    else assert.ok((await unpackedKiB(name)) < 1.1 * (await unpackedKiB(name.replace(/[^_]+$/, 'amd64.deb'))), name)
    // That of this machine is installed below, and started.
    if (name === basename(deb('binnacle'))) continue
    const unpacked = join(folder, 'unpacked')
    await run('dpkg-deb', ['--extract', join(made, name), unpacked])
    const programs = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (entry.name === 'node' || /\.(node|so[.\d]*)$/.test(entry.name)))
      .map(({ parentPath, name }) => join(parentPath, name))
    assert.ok(programs.length >= (name.startsWith('binnacle_') ? 3 : 1), 'Node and the image library; serial ports')
    const { stdout } = await run('file', ['--brief', ...programs])
    for (const line of stdout.trim().split('\n')) assert.match(line, MACHINES[/[^_]+(?=\.deb)/.exec(name)![0]]!, name)
    rmSync(unpacked, { recursive: true })
  }
  // Left out, as most of its time: the spelling in Node's program, which is no warning, and libraries in it, which our package
  // says are there.
  const leftOut = { binnacle: 'binaries/spelling,libraries/embedded', 'binnacle-gateway': 'binaries/spelling' }
  for (const [name, parts] of Object.entries(leftOut)) {
    const check = ['--fail-on', 'error,warning', '--dont-check-part', parts, deb(name)]
    await run('lintian', check, { maxBuffer: 1e8 }).catch((error) => {
      throw new Error(error.stdout)
    })
  }
})

const unpackedKiB = async (name: string) =>
  Number((await run('dpkg-deb', ['--field', join(made, name), 'Installed-Size'])).stdout)

const MACHINES: Record<string, RegExp> = {
  amd64: /^ELF 64-bit LSB .*, x86-64,/,
  arm64: /^ELF 64-bit LSB .*, ARM aarch64,/,
  armhf: /^ELF 32-bit LSB .*, ARM, EABI5/,
}

test('docs/debian.md: installed, upgraded with a backup, and back on it; a purge removes the data', {
  skip,
}, async (t) => {
  const settings = join(debian, 'etc/binnacle/binnacle.env')
  const data = join(debian, 'var/lib/binnacle')
  const began = performance.now()
  await follow('apt-get install ./release/binnacle_')
  t.diagnostic(`${elapsed(began)} to install`)
  assertAsInTable('Debian package', {
    commands: firstCommands('debian.md', '## The service').length,
    download: readFileSync(deb('binnacle')).length / 1e6,
    onDisk: await installedSize('binnacle'),
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  appendFileSync(settings, `PORT=${port}\nBASE_URL=${url}\n`)

  let service = startUnit('binnacle')
  await service.until(isReady(url), 'the service is ready')
  const { connectionKey, readings } = await boatOf(url)
  const gatewayBegan = performance.now()
  await follow('install ./release/binnacle-gateway')
  writeFileSync(join(debian, 'etc/binnacle-gateway.key'), connectionKey, { mode: 0o600 })
  const metric = writeRecording(join(debian, 'bus.raw'))
  writeFileSync(
    join(debian, 'etc/binnacle-gateway.yaml'),
    `service: ${url}\nkeyFile: /etc/binnacle-gateway.key\ndataFolder: /var/lib/binnacle-gateway\ninputs: [{type: nmea2000, file: /bus.raw, speed: fast}]\n`,
  )
  const opened = await does(
    `cd /usr/lib/binnacle-gateway/apps/gateway && node -p "typeof require('serialport').SerialPort.list"`,
  )
  assert.equal(opened, 'function\n', 'the library for serial ports is there, in the version of the gateway')
  const gateway = startProgram(inside('exec binnacle-gateway run'), { cwd: folder })
  const hasReadings = async () => (await readings()).includes(metric)
  await gateway.until(hasReadings, 'the first readings')
  t.diagnostic(`gateway: ${elapsed(gatewayBegan)} to the first reading; with the service ${elapsed(began)}`)
  assertAsInTable('Debian package of the gateway', {
    commands: firstCommands('debian.md', '## The gateway').length,
    download: readFileSync(deb('binnacle-gateway')).length / 1e6,
    onDisk: await installedSize('binnacle-gateway'),
  })
  await gateway.stop()
  await service.stop()
  assert.match(await follow('binnacle backup'), /is written and verified/)
  const rights = await does('stat --format=%U:%a /var/lib/binnacle /var/lib/binnacle/before-the-season.tar')
  assert.equal(rights, 'binnacle:700\nbinnacle:600\n')

  await does(`dpkg --install ${await newerVersion()}`)
  assert.equal(await does('binnacle --version'), '99.0.0\n')
  assert.ok(readFileSync(settings, 'utf8').includes(url), 'changed settings stay')
  service = startUnit('binnacle')
  await service.until(isReady(url), 'the newer service is ready')
  assert.ok(await hasReadings())
  await service.stop()

  writeFileSync(join(debian, 'demo-data'), '')
  const demo = await does('cd / && PORT=0 binnacle demo 2>&1 || true')
  assert.match(demo, /\/demo-data/, 'the demo of root has no settings of the service')

  const order = ['dpkg --install', 'systemctl stop', 'mv /var/lib', 'binnacle restore'].map((part) =>
    COMMANDS.findIndex((command) => command.startsWith(part)),
  )
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
    'the package starts the service, which would make a new database',
  )
  assert.match(await follow('dpkg --install'), /downgrading/)
  assert.match(await startUnit('binnacle').ended(), /made by a newer version of Binnacle/)
  await follow('mv /var/lib')
  // As after one more upgrade.
  const [archive] = globSync('backups/binnacle-before-upgrade-*.tar', { cwd: data })
  writeFileSync(join(data, archive!.replace(/\d{8}T/, '20200101T')), 'an older one')
  await follow('binnacle restore')
  service = startUnit('binnacle')
  await service.until(isReady(url), 'the older service is ready again')
  assert.ok(await hasReadings())
  await service.stop()

  await follow('apt-get remove')
  assert.ok(existsSync(join(data, 'db')) && existsSync(settings), 'what is removed can be installed again')
  await follow('KEEP_DATA')
  await follow('apt-get purge')
  assert.ok(existsSync(join(data, 'db')) && !existsSync(settings), 'the data stays when told')
  rmSync(join(debian, 'etc/default/binnacle'))
  await follow('apt-get install ./release/binnacle_')
  const mounted = 'cd /var/lib && mount -t tmpfs tmpfs binnacle && touch binnacle/readings'
  const purged = await does(`${mounted} && dpkg/info/binnacle.postrm purge; echo $?; ls -A binnacle`)
  assert.match(purged, /^0\n.*busy\n$/s, 'a disk that is mounted there is emptied, and that is no failure')
  await does('apt-get purge binnacle binnacle-gateway')
  const left = globSync('{etc,etc/default,var/lib,var/cache,usr/lib,usr/share/doc}/binnacle*', { cwd: debian })
  assert.deepEqual(left, [])
  const untried = COMMANDS.filter((command) => !tried.has(command) && !NOT_HERE.test(command))
  assert.deepEqual(untried, [], 'each command of docs/debian.md is run here')
})

/** This version with another number and one more migration. */
async function newerVersion(): Promise<string> {
  const [unpacked, name] = [join(folder, 'newer'), 'binnacle_99.0.0_amd64.deb']
  await run('dpkg-deb', ['--raw-extract', deb('binnacle'), unpacked])
  for (const path of ['DEBIAN/control', 'usr/lib/binnacle/package.json']) {
    const text = readFileSync(join(unpacked, path), 'utf8')
    writeFileSync(join(unpacked, path), text.replace(/(^|")([Vv]ersion"?: "?)[\d.]+/m, '$1$299.0.0'))
  }
  writeFileSync(
    join(unpacked, 'usr/lib/binnacle/apps/server/migrations/9999_newer.sql'),
    'create table newer (id int);\n',
  )
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', unpacked, join(debian, name)])
  rmSync(unpacked, { recursive: true })
  return `/${name}`
}
