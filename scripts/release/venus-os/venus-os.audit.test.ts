import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Message, PORTAL, startGx } from '../../../apps/gateway/src/testing/gx.ts'
import { startBroker } from '../../../apps/gateway/src/testing/mosquitto.ts'
import { freePort } from '../../free-port.ts'
import { lacks, skipUnless } from '../../programs.ts'
import { programFile } from '../../quick-start.ts'
import { untar } from '../files.ts'
import { gatewayPrograms, type Program } from '../single-file/gateway-programs.ts'
import { ownRoot } from '../testing/own-root.ts'
import { boatOf, elapsed, isReady, killAll, startProgram } from '../testing/programs.ts'
import { assertAsInTable, firstCommands } from '../testing/ways.ts'
import { gitHubInfo, VENUS_ARCHITECTURES, VENUS_PACKAGE, venusName, venusPackage } from './package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'binnacle-venus-test-'))
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const of = { root: ROOT, version, time: new Date(0) }

/** The package with the program of this machine, since Venus OS is on others. */
const ours = join(folder, 'BinnacleGateway.tar.gz')
before(async () => {
  writeFileSync(ours, await venusPackage(await programHere(), of))
  // Once for all that unpack it.
  await run('gunzip', ['--keep', ours])
})

async function programHere(): Promise<Program> {
  const made = process.env.TEST_RELEASE
  if (!made) return (await gatewayPrograms(['amd64'], { ...of, folder })).get('amd64')!
  const file = join(made, `binnacle-gateway-${version}-linux-amd64`)
  return {
    program: await promisify(gunzip)(readFileSync(`${file}.gz`)),
    licenses: readFileSync(`${file}.licenses.txt`),
  }
}

/** What PackageDevelopmentGuidelines.md and PackageManager.py of SetupHelper v9.4 ask for. */
test('it is what SetupHelper takes for a package', async (t) => {
  const files = await untar(readFileSync(ours))
  const { stdout } = await run('tar', ['--list', '--verbose', '--file', ours])
  const entries = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.split(/\s+/).at(-1)!, line.slice(0, 10)]),
  )
  const top = `${VENUS_PACKAGE}-${version}/`
  for (const path of entries.keys()) assert.ok(path.startsWith(top), 'the folder is PACKAGE-VERSION')
  assert.match(VENUS_PACKAGE, /^[A-Za-z0-9]+$/)
  for (const path of [
    'setup',
    'binnacle-gateway',
    `services/${VENUS_PACKAGE}/run`,
    `services/${VENUS_PACKAGE}/log/run`,
  ]) {
    assert.equal(entries.get(top + path), '-rwxr-xr-x', path)
    if (path !== 'binnacle-gateway') assert.match(files.get(path)!.toString(), /^#!\/bin\/(ba)?sh\n/, path)
  }
  assert.match(files.get('version')!.toString(), /^v\d+(\.\d+)+((~|[dab])\d+)?\n$/)
  assert.match(files.get('setup')!.toString(), /^source "\/data\/SetupHelper\/HelperResources\/IncludeHelpers"$/m)
  for (const flag of ['optionsRequired', 'GUI_V1_NOT_REQUIRED']) assert.ok(files.has(flag), flag)
  assert.ok(!files.has('FileSets'), 'it changes no file of Venus OS')
  assert.equal(gitHubInfo(null), undefined)
  assert.equal(gitHubInfo('https://github.com/sailor/binnacle'), 'sailor:latest')
  for (const architecture of VENUS_ARCHITECTURES) {
    const name = venusName(version, architecture)
    assert.match(name, /^BinnacleGateway-\d.*\.tar\.gz$/, 'PackageManager takes it from a medium')
    if (!process.env.TEST_RELEASE) continue
    const file = join(process.env.TEST_RELEASE, name)
    t.diagnostic(`${name}: ${Math.round(statSync(file).size / 1e6)} MB`)
    const { stdout: listed } = await run('tar', ['--list', '--file', file])
    assert.deepEqual(listed.trim().split('\n'), [...entries.keys()], name)
  }
})

/**
 * What the setup script uses of SetupHelper, in our own words and small: nothing of it is copied. What it does with files other than
 * services, with conflicts and with PackageManager is not here.
 */
const STAND_IN = `
scriptDir=$(cd "$(dirname "$0")" && pwd)
packageName=$(basename "$scriptDir")
EXIT_SUCCESS=0 EXIT_ERROR=255 EXIT_OPTIONS_NOT_SET=251
scriptAction=NONE installFailed=false reason=0
for word in "$@"; do
  case $word in install|reinstall) scriptAction=INSTALL ;; uninstall) scriptAction=UNINSTALL ;; esac
done
setInstallFailed() { installFailed=true; reason=$1; shift; echo "ERROR: $*"; [ $scriptAction != INSTALL ] || exit $reason; }
standardActionPrompt() {
  read -r answer
  case $answer in i) [ "$1" = MORE_PROMPTS ] || scriptAction=INSTALL ;; r) scriptAction=INSTALL ;; u) scriptAction=UNINSTALL ;; *) exit 0 ;; esac
}
endScript() {
  for to in /service /opt/victronenergy/service; do
    [ $scriptAction = UNINSTALL ] && rm -rf $to/$packageName
    [ $scriptAction = INSTALL ] && [ "$1" = INSTALL_SERVICES ] && cp -R "$scriptDir"/services/* $to/
  done
  [ $scriptAction = UNINSTALL ] || cp "$scriptDir/version" /etc/venus/installedVersion-$packageName
  exit 0
}
`

/** What a real GX device published, where that is there. */
function recordedTopics(): Message[] {
  const file = join(ROOT, '../shared/data/victron/mqtt-test.topics.ndjson')
  if (!existsSync(file)) return [{ topic: `N/${PORTAL}/battery/256/Soc`, payload: { value: 87.5 } }]
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Message)
}

/** What a GX device has, in a root of its own. */
const VENUS = `
mkdir -p /data/SetupHelper/HelperResources /service /opt/victronenergy/service /etc/venus
cp /mnt/IncludeHelpers /data/SetupHelper/HelperResources/
[ ! -e /mnt/kept ] || cp -R /mnt/kept /data/binnacle-gateway
tar -xf /mnt/BinnacleGateway.tar -C /data && mv /data/BinnacleGateway-* /data/BinnacleGateway
`
const skip =
  skipUnless(process.getuid!() === 0 && process.arch === 'x64', 'a root of its own needs root') || lacks('mosquitto')

const inVenus = (script: string) => ownRoot(folder, VENUS + script)

test('set up on a GX device, it reads its broker, and its values reach the service', { skip }, async (t) => {
  writeFileSync(join(folder, 'IncludeHelpers'), STAND_IN)
  const does = async (script: string) =>
    startProgram(inVenus(script), { cwd: folder, env: { PATH: process.env.PATH } }).ended()

  const unattended = await does('/data/BinnacleGateway/setup install auto; echo "exit $?"; ls /service')
  assert.match(
    unattended,
    /^ERROR: the address of the service and the key are not known: run .*\/setup in a terminal\nexit 251\n$/,
  )
  const otherProcessor = await does(
    'mkdir -p /data/binnacle-gateway; touch /data/binnacle-gateway/gateway.yaml; printf \'\\x7fELF\' >/data/BinnacleGateway/binnacle-gateway; /data/BinnacleGateway/setup install; echo "exit $?"',
  )
  assert.match(otherProcessor, /is the package for this processor \(x86_64\)\?.*\nexit 255\n$/)

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: join(folder, 'service'),
  }
  const service = startProgram(`exec "${process.execPath}" "${programFile('apps/server/src/main.ts')}"`, {
    cwd: folder,
    env,
  })
  await service.until(isReady(url), 'the service is ready')
  const { connectionKey, readings } = await boatOf(url)
  const began = performance.now()
  const installed = await does(
    `printf 'i\\n${url}\\n${connectionKey}\\n' | /data/BinnacleGateway/setup; echo "exit $?"; stat --format='%a %n' /data/binnacle-gateway{,/key} /service/BinnacleGateway/run /opt/victronenergy/service/BinnacleGateway/log/run; cat /etc/venus/*; cp -R /data/binnacle-gateway /mnt/kept`,
  )
  assert.match(installed, /exit 0\n700 .*\n600 .*\/key\n755 .*\n755 .*\nv0\./)
  assert.ok(!installed.includes(connectionKey), 'the key is not shown')

  // Another port than a GX device has, so that the test takes none of this machine's.
  const broker = await startBroker(t)
  const settings = join(folder, 'kept/gateway.yaml')
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8').replace('host: 127.0.0.1', `host: 127.0.0.1, port: ${broker.port}`),
  )
  await startGx(t, broker, recordedTopics())

  // What supervise does with a service.
  const gateway = startProgram(
    inVenus('/data/BinnacleGateway/setup reinstall && cd /service/BinnacleGateway && exec ./run'),
    {
      cwd: folder,
      env: { PATH: process.env.PATH },
    },
  )
  await gateway.until(async () => (await readings()).includes('battery_soc_pct'), 'the charge of the battery')
  t.diagnostic(`${elapsed(began)} to the first reading`)
  assertAsInTable('Victron GX device', {
    commands: firstCommands('venus-os.md', '## Install').length,
    download: statSync(ours).size / 1e6,
    onDisk: [...(await untar(readFileSync(ours))).values()].reduce((sum, { length }) => sum + length, 0) / 1e6,
  })
  await gateway.stop()
  await service.stop()

  const removed = await does(
    '/data/BinnacleGateway/setup reinstall; /data/BinnacleGateway/setup uninstall; echo "exit $?"; ls /service /opt/victronenergy/service; ls /data/binnacle-gateway',
  )
  assert.match(removed, /exit 0\n\/opt\/victronenergy\/service:\n\n\/service:\ngateway\.yaml\nkey\n/)
  assert.ok(!existsSync('/data/BinnacleGateway'), 'nothing of this is in the root of the machine')
})

/** Each is above, in the setup script's words; svc and multilog are of daemontools, which nothing here has. */
test('docs/venus-os.md names the files and folders of the package', () => {
  const text = readFileSync(join(ROOT, 'docs/venus-os.md'), 'utf8')
  for (const architecture of VENUS_ARCHITECTURES) assert.ok(text.includes(venusName(version, architecture)))
  for (const path of ['/data/BinnacleGateway/setup', '/data/binnacle-gateway/gateway.yaml', '/var/log/BinnacleGateway'])
    assert.ok(text.includes(path), path)
})
