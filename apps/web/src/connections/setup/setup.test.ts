import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { checkSettings } from '../../../../gateway/src/config/checker.ts'
import { gatewayFile as gatewayFileRule } from '../../../../gateway/src/config/gateway.ts'
import { type InputSettings, loadConfig } from '../../../../gateway/src/config/load.ts'
import { makeAjv } from '../../../../server/src/http/route/validate.ts'
import { schema } from '../../../../signalk-plugin/src/schema.ts'
import { problemOf } from '../../../../signalk-plugin/src/settings.ts'
import { gatewayCommands, installLine, isOnlyHere, pluginSettings } from './commands.ts'
import { type GatewayCamera, type GatewayInput, gatewayFile, wantsPassword } from './gateway-file.ts'

const SERVICE = 'https://boat.example'
const KEY = keyOf('ct_', 1n, (text) => crc32(text))
const HOSTILE = `it's "END"\nEND\n$(touch /tmp/owned) \`id\` #: - '`

/** Pastes the commands that write files into a shell, as an owner would, and has the gateway read what they have written. */
function pasted(t: TestContext, inputs: GatewayInput[], cameras: GatewayCamera[] = [], hourMeter = '') {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-setup-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { key, settings } = gatewayCommands({ service: SERVICE, inputs, cameras, hourMeter }, KEY)
  const here = `${key}\n${settings}\n`.replaceAll('sudo ', '').replaceAll('/etc/', `${folder}/`)
  const shell = spawnSync('sh', { input: here, encoding: 'utf8' })
  assert.deepEqual([shell.status, shell.stderr], [0, ''])
  const path = join(folder, 'binnacle-gateway.yaml')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  return { path, text: readFileSync(path, 'utf8'), load: () => loadConfig(path, {}) }
}

const linkOf = ({ settings }: InputSettings) => ('link' in settings ? settings.link : undefined)

const INPUTS: [GatewayInput, object][] = [
  [
    { type: 'nmea2000', link: 'tcp', at: '192.168.4.1:1457' },
    { kind: 'tcp', host: '192.168.4.1', port: 1457 },
  ],
  [
    { type: 'nmea2000', link: 'serial', at: ' /dev/ttyUSB0 ' },
    { kind: 'serial', path: '/dev/ttyUSB0', baud: 115_200 },
  ],
  [
    { type: 'nmea2000', link: 'can', at: 'can0' },
    { kind: 'command', command: 'candump', args: ['-ta', 'can0'] },
  ],
  [
    { type: 'nmea0183', link: 'tcp', at: '192.168.1.20:10110' },
    { kind: 'tcp', host: '192.168.1.20', port: 10_110 },
  ],
  [
    { type: 'nmea0183', link: 'udp', at: '10110' },
    { kind: 'udp', port: 10_110 },
  ],
  [
    { type: 'nmea0183', link: 'serial', at: '/dev/ttyUSB0', baud: 38_400 },
    { kind: 'serial', path: '/dev/ttyUSB0', baud: 38_400 },
  ],
]

for (const [input, link] of INPUTS)
  test(`the gateway reads the file for ${JSON.stringify(input)} as it is meant`, async (t) => {
    const { device, inputs } = await pasted(t, [input]).load()
    assert.deepEqual([device.url, device.key, inputs.length, inputs[0]!.type], [SERVICE, KEY, 1, input.type])
    assert.deepEqual(linkOf(inputs[0]!), link)
  })

test('a GX is read by MQTT, with TLS and a password where it is secured', async (t) => {
  const [open] = (await pasted(t, [{ type: 'victron', host: 'venus.local', secured: false }]).load()).inputs
  assert.equal(open!.type, 'victron')
  assert.partialDeepStrictEqual(open!.settings, { host: 'venus.local', port: 1883, tls: false })
  const [secured] = (await pasted(t, [{ type: 'victron', host: '10.0.0.5', secured: true }]).load()).inputs
  assert.partialDeepStrictEqual(secured!.settings, {
    host: '10.0.0.5',
    port: 8883,
    tls: true,
    anyCertificate: true,
    password: 'PASSWORD',
  })
})

const camera = (change: Partial<GatewayCamera>): GatewayCamera => ({
  kind: 'rtsp',
  name: 'Cockpit',
  view: 'cockpit',
  at: 'rtsp://192.168.1.20/stream2',
  login: false,
  ...change,
})

test('the engine that feeds the hour meter is written where its owner chose one', async (t) => {
  const input = INPUTS[0]![0]
  const settings = (hourMeter: string) => pasted(t, [input], [], hourMeter)
  assert.equal((await settings('starboard').load()).device.admission?.hourMeter, 'starboard')
  assert.equal((await settings(` ${HOSTILE}`).load()).device.admission?.hourMeter, HOSTILE)
  assert.equal((await settings(' ').load()).device.admission?.hourMeter, undefined)
})

test('cameras of every kind, without anything else', async (t) => {
  const cameras = [
    camera({ login: true }),
    camera({ kind: 'http', name: 'Engine', view: 'engine_bay', at: 'http://192.168.1.21/snapshot.jpg' }),
    camera({ kind: 'onvif', name: 'Deck', view: 'deck', at: '192.168.1.22:8000', login: true }),
    camera({ kind: 'onvif', name: 'Mast', view: 'other', at: 'camera.local' }),
    camera({ kind: 'onvif', name: 'Bow', view: 'other', at: 'fd00::20' }),
    camera({ kind: 'onvif', name: 'Stern', view: 'other', at: '[fd00::21]:8000' }),
    camera({ kind: 'usb', name: 'Saloon', view: 'saloon', at: '/dev/video0', login: true }),
    camera({ kind: 'rpicam', name: 'Helm', view: 'helm', at: '' }),
  ]
  const { device, inputs } = await pasted(t, [], cameras).load()
  assert.deepEqual(inputs, [])
  const read = device.cameras!.map(({ kind, name, view, ...place }) => {
    const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
    return { kind, name, view, ...given }
  })
  const login = { username: 'admin', password: 'PASSWORD' }
  assert.deepEqual(read, [
    { kind: 'rtsp', name: 'Cockpit', view: 'cockpit', url: 'rtsp://192.168.1.20/stream2', ...login },
    { kind: 'http', name: 'Engine', view: 'engine_bay', url: 'http://192.168.1.21/snapshot.jpg' },
    { kind: 'onvif', name: 'Deck', view: 'deck', host: '192.168.1.22', port: 8000, ...login },
    { kind: 'onvif', name: 'Mast', view: 'other', host: 'camera.local' },
    { kind: 'onvif', name: 'Bow', view: 'other', host: 'fd00::20' },
    { kind: 'onvif', name: 'Stern', view: 'other', host: 'fd00::21', port: 8000 },
    { kind: 'usb', name: 'Saloon', view: 'saloon', device: '/dev/video0' },
    { kind: 'rpicam', name: 'Helm', view: 'helm' },
  ])
})

test('whatever is typed into the form stays text: it ends no quotation, no file and no command', async (t) => {
  const { device, inputs } = await pasted(
    t,
    [{ type: 'nmea2000', link: 'serial', at: HOSTILE }],
    [camera({ name: HOSTILE })],
  ).load()
  assert.equal(device.cameras![0]!.name, HOSTILE.trim())
  assert.deepEqual(linkOf(inputs[0]!), { kind: 'serial', path: HOSTILE.trim(), baud: 115_200 })
})

test('an address that cannot be right is refused by the gateway: the reading above can fail', async (t) => {
  await assert.rejects(
    pasted(t, [{ type: 'nmea2000', link: 'tcp', at: '192.168.4.1' }]).load(),
    /must be HOST:PORT.*192\.168\.4\.1/,
  )
})

test('a file says what is to be typed in on board', () => {
  const secured = { type: 'victron', host: 'venus.local', secured: true } as const
  assert.equal(wantsPassword({ inputs: [secured], cameras: [] }), true)
  assert.equal(wantsPassword({ inputs: [{ ...secured, secured: false }], cameras: [camera({})] }), false)
  assert.equal(wantsPassword({ inputs: [], cameras: [camera({ login: true })] }), true)
  assert.match(gatewayFile({ service: SERVICE, inputs: [secured], cameras: [] }), /password: "PASSWORD"/)
})

/** The words that a shell gives to install.sh. */
function wordsOf(line: string): string[] {
  const show = line.replace(/^curl .* --(?= )/, "printf '%s\\0'")
  return spawnSync('sh', ['-c', show], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1)
}

test('the one line says what the file says, whatever is typed into the form', () => {
  for (const input of [...INPUTS.map(([input]) => input), { ...INPUTS[1]![0], at: HOSTILE } as GatewayInput]) {
    const parts = { service: SERVICE, inputs: [input], cameras: [], hourMeter: ` ${HOSTILE}` }
    assert.match(installLine(parts), /^curl -fsSL https:\/\/boat\.example\/onboard\/install\.sh \| sudo sh -s -- /)
    const [option, written, ...more] = wordsOf(installLine(parts))
    assert.deepEqual([option, ...more], ['--input', '--hour-meter', HOSTILE])
    const settings = `service: ${SERVICE}\ninputs:\n  - {${written}}\n`
    const [read] = checkSettings(settings, 'line', gatewayFileRule).inputs
    const [fromFile] = checkSettings(gatewayFile({ ...parts, hourMeter: '' }), 'file', gatewayFileRule).inputs
    assert.deepEqual(read, fromFile)
  }
})

test('the Signal K plugin takes what it is given', () => {
  const settings = pluginSettings(SERVICE, KEY)
  const form = schema({ keyStored: false, cameraKeyStored: false, engines: [], switches: [] })
  const { properties } = form as { properties: Record<string, unknown> }
  assert.deepEqual(
    Object.keys(settings).filter((name) => !(name in properties)),
    [],
  )
  assert.equal(makeAjv().validate({ ...form, additionalProperties: false }, settings), true)
  assert.equal(problemOf({ url: settings.url }, { key: settings.key }), undefined)
  assert.match(problemOf({ url: SERVICE }, { key: pluginSettings(SERVICE, null).key })!, /wrong or missing/)
})

test('an address that only this computer reaches is known', () => {
  for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'http://a.localhost'])
    assert.equal(isOnlyHere(url), true, url)
  for (const url of ['https://boat.example', 'http://192.168.1.5:8080', 'http://pi.local'])
    assert.equal(isOnlyHere(url), false, url)
})
