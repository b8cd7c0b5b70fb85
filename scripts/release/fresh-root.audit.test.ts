import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { shellWord } from '@binnacle/contract'
import { parse } from 'yaml'
import { instructionsOf } from '../../deploy/docker/dockerfile.ts'
import { freePort } from '../free-port.ts'
import { networkSettings } from '../network-settings.ts'
import { lacksDebian, newDebian } from './testing/new-debian.ts'
import { ownRoot } from './testing/own-root.ts'
import { boatOf, elapsed, isReady, killAll, startProgram, writeRecording } from './testing/programs.ts'
import { installNpm } from './testing/tool.ts'
import { firstCommands } from './testing/ways.ts'

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const run = promisify(execFile)
const skip = lacksDebian()

/** In each root at /mnt. */
const folder = mkdtempSync(join(tmpdir(), 'binnacle-fresh-root-test-'))
const debian = process.env.TEST_DEBIAN ?? join(folder, 'debian')
const made = process.env.TEST_RELEASE ?? join(folder, 'release')
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** What Node's archive puts into /usr/local. */
const tools = join(folder, 'usr-local')

before(async () => {
  if (skip) return
  chmodSync(folder, 0o755)
  const args = ['run', 'release', '--', '--to', made, '--without-debs', '--without-programs']
  if (!process.env.TEST_RELEASE) await run('npm', args, { cwd: ROOT, maxBuffer: 1e8 })
  if (!process.env.TEST_DEBIAN) await newDebian(debian)
  mkdirSync(join(tools, 'bin'), { recursive: true })
  copyFileSync(process.execPath, join(tools, 'bin/node'))
  await run('mv', [await installNpm(26, folder), join(tools, 'lib')])
  await run('ln', ['-s', '../lib/npm/bin/npm-cli.js', join(tools, 'bin/npm')])
  if (networkSettings.NODE_EXTRA_CA_CERTS) copyFileSync(networkSettings.NODE_EXTRA_CA_CERTS, join(folder, 'ca.pem'))
  for (const name of [`binnacle-${version}.tgz`, `binnacle-gateway-${version}.tgz`])
    copyFileSync(join(made, name), join(folder, name))
})

const network = {
  ...networkSettings,
  ...(networkSettings.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/mnt/ca.pem' }),
}
const UNPACK_NODE = 'rm -f /usr/bin/node /usr/bin/nodejs && cp --recursive --no-dereference /mnt/usr-local/. /usr/local'
const RELEASE = 'cd /root && mkdir release && cp /mnt/*.tgz release'

/** A script in a new Debian of its own. */
const inNewDebian = (lines: string[], env: Record<string, string> = {}) =>
  startProgram(ownRoot(folder, ['set -e', ...lines].join('\n'), debian), {
    cwd: folder,
    env: { ...network, PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env },
  })

/** The one command of docs/install.md that has this part. */
function commandWith(part: string): string {
  const text = readFileSync(join(ROOT, 'docs/install.md'), 'utf8')
  const [command, ...more] = [...text.matchAll(/^ {4}(.+)$/gm)].flatMap(([, line]) =>
    line!.includes(part) ? line! : [],
  )
  assert.ok(command && more.length === 0, `one command of docs/install.md has: ${part}`)
  return command
}

test("npm's packages in two new Debians with nothing but Node, of the shore and of the boat: to the first reading of a recording", {
  skip,
}, async (t) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const commands = firstCommands('install.md', '## The service')
  assert.ok(commands.at(-1)!.endsWith(' binnacle'), 'the last one starts the service')
  const shore = inNewDebian([UNPACK_NODE, RELEASE, ...commands], {
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: url,
  })
  await shore.until(isReady(url), 'the service is ready')
  t.diagnostic(`${elapsed(began)} to the open page, ${commands.length} commands`)
  const { connectionKey, readings } = await boatOf(url)

  const boat = join(folder, 'boat')
  mkdirSync(boat)
  const metric = writeRecording(join(boat, 'bus.raw'))
  writeFileSync(join(boat, 'key'), connectionKey, { mode: 0o600 })
  writeFileSync(
    join(boat, 'binnacle-gateway.yaml'),
    `service: ${url}\nkeyFile: key\ndataFolder: data\ninputs: [{type: nmea2000, file: bus.raw, speed: fast}]\n`,
  )
  const gatewayBegan = performance.now()
  const gateway = inNewDebian([
    UNPACK_NODE,
    RELEASE,
    commandWith('install -g ./release/binnacle-gateway'),
    'exec binnacle-gateway --config /mnt/boat/binnacle-gateway.yaml',
  ])
  await gateway.until(async () => (await readings()).includes(metric), 'the first readings')
  t.diagnostic(`${elapsed(gatewayBegan)} on board, ${elapsed(began)} in all to the first reading`)
  await gateway.stop()
  await shore.stop()
})

test('Dockerfile: its instructions, in a new Debian as one-boat.yaml wants its container, give a service that takes a reading', {
  skip,
}, async (t) => {
  const instructions = instructionsOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const all = (name: string) => instructions.flatMap((each) => (each.name === name ? each.rest : []))
  const the = (name: string) => all(name)[0]!
  const known = [
    'ARG',
    'FROM',
    'ENV',
    'ADD',
    'WORKDIR',
    'RUN',
    'USER',
    'VOLUME',
    'EXPOSE',
    'STOPSIGNAL',
    'HEALTHCHECK',
    'CMD',
  ]
  assert.deepEqual([...new Set(instructions.map(({ name }) => name))].toSorted(), known.toSorted(), 'all are done here')
  const file = 'deploy/docker/one-boat.yaml'
  const { binnacle } = parse(readFileSync(join(ROOT, file), 'utf8')).services
  assert.deepEqual([binnacle.read_only, binnacle.tmpfs, binnacle.cap_drop], [true, ['/tmp'], ['ALL']])
  assert.deepEqual(binnacle.security_opt, ['no-new-privileges:true'])

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [added, to] = the('ADD').split(' ')
  const [, ...healthcheck] = JSON.parse(/CMD (\[.*\])$/.exec(the('HEALTHCHECK'))![1]!) as string[]
  const command = (JSON.parse(the('CMD')) as string[]).map(shellWord).join(' ')
  // What node:26-slim has: Debian, Node, and a user for it.
  const base = [UNPACK_NODE, 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node']
  const build = [
    RELEASE,
    `set -- ${added} && test $# = 1 && tar --extract --gzip --no-same-owner --file "$1" --directory ${to}`,
    ...all('ENV').map((settings) => `export ${settings}`),
    `cd ${the('WORKDIR')}`,
    ...all('RUN'),
  ]
  const start = [
    'mount -t tmpfs tmpfs /tmp && mount --bind /data /data && mount -o remount,bind,ro /',
    `export HOST=127.0.0.1 PORT=${port} BASE_URL=${url} TRUST_PROXY=1`,
    `exec setpriv --reuid=${the('USER')} --regid=${the('USER')} --clear-groups --bounding-set=-all --no-new-privs ${command}`,
  ]
  const began = performance.now()
  const container = inNewDebian([...base, ...build, ...start])
  const isHealthy = () =>
    run(
      process.execPath,
      healthcheck.map((word) => word.replace('8080', String(port))),
    ).then(
      () => true,
      () => false,
    )
  await container.until(isHealthy, 'HEALTHCHECK is content')
  t.diagnostic(`${elapsed(began)} to build and start`)
  for (const path of ['/docs/', '/help/', '/onboard/binnacle-gateway.tgz'])
    assert.ok((await fetch(url + path)).ok, path)
  const { connectionKey, readings } = await boatOf(url)
  const sent = await fetch(`${url}/v1/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connectionKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [{ metric: 'depth', value: 1.83 }] }),
  })
  assert.ok(sent.ok, await sent.text())
  assert.match(await readings(), /"depth"/)
  await container.stop()
})
