import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { instructionsOf } from '../../../deploy/docker/dockerfile.ts'
import { freePort } from '../../free-port.ts'
import { skipUnless } from '../../programs.ts'
import { type Files, untar } from '../files.ts'
import { ownRoot } from '../testing/own-root.ts'
import { boatOf, isReady, killAll, startProgram } from '../testing/programs.ts'
import { HOME_ASSISTANT, homeAssistantFiles } from './repository.ts'

const ROOT = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-home-assistant-test-'))
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

let files: Files
before(async () => {
  const made = process.env.TEST_RELEASE
  files = made
    ? await untar(readFileSync(join(made, `${HOME_ASSISTANT}-${version}.tar.gz`)))
    : homeAssistantFiles(ROOT, version, Buffer.from('the package of npm'))
})
const yaml = (path: string) => parse(files.get(path)!.toString())

/** An option's type, as RE_SCHEMA_ELEMENT of Supervisor 2026.08 has it. */
const ELEMENT =
  /^(?:bool|email|url|port|device(\(subsystem=[a-z]+\))?|(str|password)(\(\d*,\d*\))?|int(\(-?\d*,-?\d*\))?|float(\(-?[\d.]*,-?[\d.]*\))?|match\(.*\)|list\(.+\))\??$/
const Element = Type.String({ pattern: ELEMENT.source })
const Port = Type.Integer({ minimum: 1, maximum: 65535 })
const Ports = (value: ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>) =>
  Type.Record(Type.String({ pattern: '^\\d+/(tcp|udp)$' }), value)

/** Those fields of Supervisor's SCHEMA_APP_CONFIG (2026.08) that we use, in our own words; another field is a mistake here. */
const CONFIG = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+' }),
    slug: Type.String({ pattern: '^[-_.A-Za-z0-9]+$' }),
    description: Type.String({ minLength: 1 }),
    // armhf, armv7 and i386 are deprecated.
    arch: Type.Array(Type.Union([Type.Literal('aarch64'), Type.Literal('amd64')]), { minItems: 1 }),
    startup: Type.Union(['initialize', 'system', 'services', 'application', 'once'].map((name) => Type.Literal(name))),
    ports: Ports(Port),
    ports_description: Ports(Type.String()),
    webui: Type.String({ pattern: '^(https?|\\[PROTO:\\w+\\])://\\[HOST\\]:\\[PORT:\\d+\\].*$' }),
    watchdog: Type.String({ pattern: '^(https?|\\[PROTO:\\w+\\]|tcp)://\\[HOST\\]:(\\[PORT:\\d+\\]|\\d+).*$' }),
    timeout: Type.Integer({ minimum: 10, maximum: 300 }),
    backup: Type.Union([Type.Literal('hot'), Type.Literal('cold')]),
    services: Type.Array(Type.String({ pattern: '^(mqtt|mysql):(provide|want|need)$' })),
    options: Type.Record(Type.String(), Type.Unknown()),
    schema: Type.Record(
      Type.String(),
      Type.Union([Element, Type.Array(Type.Union([Element, Type.Record(Type.String(), Element)]))]),
    ),
  },
  { additionalProperties: false },
)

const TRANSLATION = Type.Object(
  {
    configuration: Type.Record(
      Type.String(),
      Type.Object({ name: Type.String(), description: Type.Optional(Type.String()) }, { additionalProperties: false }),
    ),
    network: Type.Record(Type.String(), Type.String()),
  },
  { additionalProperties: false },
)

test('it is a repository of add-ons as the Supervisor takes it', () => {
  const config = yaml('binnacle/config.yaml')
  assert.deepEqual([...Value.Errors(CONFIG, config)], [])
  for (const [field, wrong] of [
    ['arch', ['armv7']],
    ['webui', 'http://homeassistant:8080'],
    ['services', ['mqtt:wish']],
    ['ingres', true],
    ['schema', { a: 'text' }],
  ] as const)
    assert.ok(!Value.Check(CONFIG, { ...config, [field]: wrong }), `a control: ${field}`)
  assert.equal(config.version, version)
  const repository = yaml('repository.yaml')
  assert.ok(
    typeof repository.name === 'string' &&
      Object.keys(repository).every((name) => ['name', 'url', 'maintainer'].includes(name)),
  )
  assert.ok(!files.has('binnacle/build.yaml'), 'the Supervisor says that it is deprecated')
  for (const path of ['DOCS.md', 'README.md', 'CHANGELOG.md', 'Dockerfile', 'run.mjs', 'binnacle.tgz'])
    assert.ok(files.has(`binnacle/${path}`), path)
  const icon = files.get('binnacle/icon.png')!
  assert.equal(icon.toString('latin1', 1, 4), 'PNG')
  assert.equal(icon.readUInt32BE(16), icon.readUInt32BE(20), 'as wide as high')

  assert.deepEqual(
    Object.keys(config.options).sort(),
    Object.keys(config.schema).sort(),
    'each option has a type and a default',
  )
  assert.deepEqual(Object.keys(config.ports), Object.keys(config.ports_description))
  for (const language of ['en', 'de']) {
    const texts = yaml(`binnacle/translations/${language}.yaml`)
    assert.deepEqual([...Value.Errors(TRANSLATION, texts)], [], language)
    assert.deepEqual(Object.keys(texts.configuration).sort(), Object.keys(config.schema).sort(), language)
    assert.deepEqual(Object.keys(texts.network), Object.keys(config.ports), language)
  }
  const instructions = instructionsOf(files.get('binnacle/Dockerfile')!.toString())
  for (const { name, rest } of instructions)
    if (name === 'ADD' || name === 'COPY') assert.ok(files.has(`binnacle/${rest.split(' ')[0]}`), rest)
})

const TOKEN = 'token-of-the-supervisor'

/** The Supervisor's API, as far as the add-on asks it. */
async function startSupervisor(broker: object | undefined) {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(`${request.url} ${request.headers.authorization}`)
    const body = broker ? { result: 'ok', data: broker } : { result: 'error', message: 'Service not enabled' }
    answer.writeHead(broker ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const skip =
  skipUnless(process.getuid!() === 0, 'a root of its own needs root') ||
  skipUnless(Boolean(process.env.TEST_RELEASE), 'it starts the package of a release: npm run test:all has one')

test('its start script takes options and broker from Home Assistant, and runs the service without the rights of root', {
  skip,
}, async () => {
  chmodSync(folder, 0o755)
  const addOn = join(folder, 'add-on')
  mkdirSync(addOn)
  for (const [path, content] of await untar(files.get('binnacle/binnacle.tgz')!)) {
    const file = join(addOn, 'package', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  writeFileSync(join(addOn, 'run.mjs'), files.get('binnacle/run.mjs')!)
  const data = join(folder, 'data')
  mkdirSync(data)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = (supervisor: string, options: object) => {
    writeFileSync(join(data, 'options.json'), JSON.stringify(options), { mode: 0o600 })
    const script = `mkdir -p /data && mount --bind /mnt/data /data && cd /mnt/add-on/package && exec "${process.execPath}" /mnt/add-on/run.mjs`
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      SUPERVISOR_TOKEN: TOKEN,
      SUPERVISOR_URL: supervisor,
    }
    return startProgram(ownRoot(folder, script), { cwd: folder, env })
  }
  const defaults = yaml('binnacle/config.yaml').options

  const without = await startSupervisor(undefined)
  const alone = start(without.url, { ...defaults, base_url: url })
  await alone.until(isReady(url), 'the service is ready')
  assert.deepEqual(without.asked, [`/services/mqtt Bearer ${TOKEN}`])
  const { connectionKey, readings } = await boatOf(url)
  const depth = { metric: 'depth', value: 1.83, unit: 'm', recorded_at: new Date().toISOString() }
  const sent = await fetch(`${url}/v1/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connectionKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [depth] }),
  })
  assert.ok(sent.ok, await sent.text())
  assert.match(await readings(), /depth/)
  await alone.stop()
  assert.ok(existsSync(join(data, 'binnacle/db')), 'the data is where the backups look for it')
  assert.equal(statSync(join(data, 'binnacle/db')).uid, 1000, 'and is of the user of the image')

  const broker = { host: '127.0.0.1', port: 9, ssl: false, username: 'addons', password: 'a/b@c', protocol: '3.1.1' }
  const withBroker = await startSupervisor(broker)
  const again = start(withBroker.url, {
    ...defaults,
    base_url: url,
    settings: [{ name: 'TELEMETRY_KEEP_DAYS', value: 'many' }],
  })
  assert.match(await again.ended(), /TELEMETRY_KEEP_DAYS/, 'a setting of the list reaches the service')
  assert.equal(withBroker.asked.length, 1)
  const connected = start(withBroker.url, { ...defaults, base_url: url })
  await connected.until(isReady(url), 'the service is ready with a broker that does not answer')
  assert.match(await readings(), /depth/, 'the data is still there')
  await connected.stop()
  const off = await startSupervisor(broker)
  const silent = start(off.url, { ...defaults, base_url: url, mqtt: false })
  await silent.until(isReady(url), 'the service is ready')
  assert.deepEqual(off.asked, [], 'nobody asks for a broker that is not wanted')
  await silent.stop()
  const lost = start('http://127.0.0.1:9', { ...defaults, base_url: url })
  await lost.until(isReady(url), 'the service is ready without an answer of the Supervisor')
  await lost.stop()
})
