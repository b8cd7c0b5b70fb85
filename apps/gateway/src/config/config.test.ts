import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { ConfigError, checkSettings } from './checker.ts'
import { gatewayFile } from './gateway.ts'
import { findConfig, loadConfig, loadDataFolder } from './load.ts'
import { fileProblem } from './secrets.ts'

const KEY = keyOf('ct_', 12345678901234567890n, crc32)
const BOAT = `
service: https://boat.example/
keyFile: boat.key
inputs:
  - type: nmea2000
    can: can0
`

const check = (text: string) => checkSettings(text, 'boat.yaml', gatewayFile)

async function problemsOf(run: () => unknown): Promise<readonly string[]> {
  try {
    await run()
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.problems
  }
  assert.fail('it was taken')
}

/** A folder with the given files, whose mode is 0600 unless said otherwise. */
function folder(t: TestContext, files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'binnacle-config-'))
  t.after(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text, { mode: 0o600 })
  return path
}

describe('what is wrong is said with its line', () => {
  const wrong: Record<string, [yaml: string, ...problems: string[]]> = {
    'a slip of the pen': [
      'service: https://boat.example\nkeyFile: k\ninput:\n  - type: nmea2000\n',
      'boat.yaml:3:1: unknown setting input; did you mean inputs?',
    ],
    'a setting of another kind': [
      'service: https://boat.example\nvolume: 11\n',
      'boat.yaml:2:1: unknown setting volume; allowed here: service, key, keyFile, cameraKey, cameraKeyFile, dataFolder, inputs, hourMeter, depth, sources, thin, queue, budgets, cameras, motionHook, statusPage, alarms, log',
    ],
    'a setting that would change nothing: a longitude goes with its latitude': [
      'service: https://boat.example\nsources:\n  position_lon: [bus]\nthin:\n  fault_code: { every: 5 }\n',
      'boat.yaml:3:3: unknown setting position_lon; did you mean position_lat?',
      'boat.yaml:5:3: unknown setting fault_code; allowed here: engine_hours, engine_rpm, engine_coolant_temp, engine_oil_pressure, fuel_level_pct, fuel_rate, fuel_used, battery_voltage, battery_soc_pct, water_level_pct, waste_level_pct, bilge_water, bilge_pump_cycles, shore_power, position_lat, depth, speed_over_ground, water_temp',
    ],
    'all of them, in the order of the file': [
      'service: boat.example\ninputs:\n  - type: nmea200\n  - type: nmea2000\n    tcp: 192.168.1.20\n    idle: 3\nlog: loud\n',
      'boat.yaml:1:10: must be an address that begins with https:// or http://, but is "boat.example"',
      'boat.yaml:3:11: must be one of nmea2000, nmea0183, signalk, victron, but is "nmea200"; did you mean nmea2000?',
      'boat.yaml:5:10: must be HOST:PORT, such as 192.168.1.20:1457, but is "192.168.1.20"',
      'boat.yaml:6:5: unknown setting idle; allowed here: type, name, bilgeWater, bilgePumps, can, tcp, udp, serial, baud, file, speed',
      'boat.yaml:7:6: must be one of debug, info, warn, error, but is "loud"',
    ],
    'what is missing': [
      'inputs:\n  - type: signalk\n  - tcp: 1.2.3.4:1\n',
      'boat.yaml:1:1: service is required',
      'boat.yaml:2:5: url is required',
      'boat.yaml:3:5: must have type, one of nmea2000, nmea0183, signalk, victron',
    ],
    'no place or two to listen at': [
      `${BOAT}    tcp: 1.2.3.4:1\n  - type: nmea0183\n`,
      'boat.yaml:5:5: must have exactly one of can, tcp, udp, serial, file',
      'boat.yaml:8:5: must have exactly one of tcp, udp, serial, file',
    ],
    'what belongs to another link': [
      `${BOAT}    baud: 4800\n  - {type: nmea0183, udp: 10110, speed: fast}\n`,
      'boat.yaml:5:5: baud is allowed only with serial',
      'boat.yaml:8:5: speed is allowed only with file',
    ],
    'numbers out of range': [
      `${BOAT}queue: {maxMegabytes: 0, maxDays: soon}\nmotionHook: {port: 70000}\n`,
      'boat.yaml:7:23: must be a number from 1 to 1000000, but is "0"',
      'boat.yaml:7:35: must be a number from 1 to 3650, but is "soon"',
      'boat.yaml:8:13: token is missing; invent one of at least 16 letters and digits',
      'boat.yaml:8:20: must be a whole number from 1 to 65535, but is "70000"',
    ],
    'a wrong value hides nothing else of its input, and no name that stands twice hides anything': [
      `${BOAT}    tcp: 5\n    baud: fast\n    name: [a]\nlog: info\nlog: loud\n`,
      'boat.yaml:5:5: must have exactly one of can, tcp, udp, serial, file',
      'boat.yaml:7:10: must be HOST:PORT, such as 192.168.1.20:1457, but is "5"',
      'boat.yaml:8:11: must be a whole number from 300 to 3000000, but is "fast"',
      'boat.yaml:9:11: must be a name of at most 60 characters',
      'boat.yaml:11:1: Map keys must be unique',
      'boat.yaml:11:6: must be one of debug, info, warn, error, but is "loud"',
    ],
    'a misspelt setting is not missing as well': [
      'servce: https://boat.example\ninputs:\n  - {type: nmea2000, tpc: "192.168.4.1:1457"}\n  - {tpye: nmea0183, udpp: 10110}\n  - {typ: victrom}\n',
      'boat.yaml:1:1: unknown setting servce; did you mean service?',
      'boat.yaml:3:22: unknown setting tpc; did you mean tcp?',
      'boat.yaml:4:6: unknown setting tpye; did you mean type?',
      'boat.yaml:4:22: unknown setting udpp; did you mean udp?',
      'boat.yaml:5:6: unknown setting typ; did you mean type?',
      'boat.yaml:5:11: must be one of nmea2000, nmea0183, signalk, victron, but is "victrom"; did you mean victron?',
    ],
    'a metric that is none': [
      `${BOAT}thin:\n  dept: {every: 60}\nsources:\n  depht/1: [a]\n  battery_voltage/house: [b]\n`,
      'boat.yaml:8:3: unknown setting dept; did you mean depth?',
      'boat.yaml:10:3: unknown setting depht/1; did you mean depth?',
    ],
    'a contact that no bank has': [
      `${BOAT}    bilgeWater: [1.29, 1.1, 300.1]\n`,
      'boat.yaml:7:18: must be BANK.INDICATOR of a switch bank, such as 1.3, but is "1.29"',
      'boat.yaml:7:29: must be BANK.INDICATOR of a switch bank, such as 1.3, but is "300.1"',
    ],
    'twice the same': [`${BOAT}service: https://other.example\n`, 'boat.yaml:7:1: Map keys must be unique'],
    'no YAML at all': ['service: "https://boat.example\n', 'boat.yaml:2:1: Missing closing "quote'],
    'an empty file': ['', 'boat.yaml:1:1: must be a group of settings: service, key,'],
  }
  for (const [name, [yaml, ...problems]] of Object.entries(wrong))
    test(name, async () => {
      const said = await problemsOf(() => check(yaml))
      assert.equal(said.length, problems.length, said.join('\n'))
      for (const [i, problem] of problems.entries()) assert.ok(said[i]?.startsWith(problem), `${said[i]}\n${problem}`)
    })

  for (const name of ['motionHook', 'statusPage'] as const)
    test(`${name} has a token of its own, which is not shown when it is wrong`, async (t) => {
      const hook = (rest: string) =>
        folder(t, { 'boat.yaml': `${BOAT}${name}: {port: 1${rest}}\n`, 'boat.key': KEY, t: 'x'.repeat(16) })
      const load = (path: string) => loadConfig(join(path, 'boat.yaml'), {})
      const token = 'sixteen-letters-0'
      const secret = hook(`, token: ${token}`)
      assert.deepEqual((await load(secret))[name], { host: '127.0.0.1', port: 1, token })
      const inFile = hook(', tokenFile: t')
      assert.equal((await load(inFile))[name]?.token, 'x'.repeat(16))
      writeFileSync(join(inFile, 't'), 'short-one')
      const [inside = '', ...more] = await problemsOf(() => load(inFile))
      assert.equal(inside, `boat.yaml: ${join(inFile, 't')} must hold a secret of at least 16 letters, digits, - or _`)
      assert.deepEqual(more, [])
      assert.deepEqual(await problemsOf(() => load(hook(''))), [
        `boat.yaml:7:${name.length + 3}: token is missing; invent one of at least 16 letters and digits`,
      ])
      const short = (await problemsOf(() => load(hook(', token: short-one')))).join('\n')
      assert.match(short, /must be a secret of at least 16/)
      assert.doesNotMatch(short, /short-one/)
    })

  test('a secret that is wrong is not shown', async () => {
    const yaml = `${BOAT}key: bnk_private1\ncameras:\n  - {kind: rtsp, name: Helm, url: 'ftp://u:private2@cam'}\n`
    const said = (await problemsOf(() => check(yaml))).join('\n')
    assert.match(said, /boat.yaml:7:6: must be a valid connection key/)
    assert.match(said, /boat.yaml:9:35: must be an address that begins with rtsp/)
    assert.doesNotMatch(said, /private/)
    const login = BOAT.replace(/https:\/\/[^\s]*/, "'https://ada:private3@x/@boat.example'")
    assert.notEqual(login, BOAT)
    const address = (await problemsOf(() => check(login))).join('\n')
    assert.match(address, /must be an address .*, but is "https:\/\/\(user and password\)@boat.example"/)
  })
})

test('JSON is taken as well', () => {
  const file = check('{"service": "https://boat.example", "inputs": [{"type": "nmea0183", "udp": 10110}]}')
  assert.deepEqual(file.inputs[0]?.type === 'nmea0183' && file.inputs[0].link, { kind: 'udp', port: 10110 })
})

test('a contact is taken as it is written: 1.10 is the tenth', () => {
  const [input] = check(`${BOAT}    bilgePumps: [1.10, '2.3']\n`).inputs
  assert.deepEqual(input?.type === 'nmea2000' && input.bilgePumps, [
    { bank: 1, indicator: 10 },
    { bank: 2, indicator: 3 },
  ])
})

describe('loaded', () => {
  test('with the key of its file, paths beside it, and names', async (t) => {
    const path = folder(t, {
      'boat.key': `${KEY}\n`,
      'boat.yaml': `${BOAT}  - {type: nmea0183, file: log/plaka.log, speed: fast}\n  - {type: nmea0183, tcp: '[fe80::1]:10110'}\ndataFolder: data\nthin: {depth: {every: 60, change: 1}}\n`,
    })
    const { device, inputs } = await loadConfig(join(path, 'boat.yaml'), {})
    assert.deepEqual([device.url, device.key, device.folder], ['https://boat.example', KEY, join(path, 'data')])
    assert.deepEqual(
      inputs.map(({ settings }) => [settings.name, 'link' in settings && settings.link]),
      [
        ['nmea2000', { kind: 'command', command: 'candump', args: ['-ta', 'can0'] }],
        ['nmea0183', { kind: 'file', path: join(path, 'log/plaka.log'), speed: 'fast' }],
        ['nmea0183-2', { kind: 'tcp', host: 'fe80::1', port: 10110 }],
      ],
    )
    assert.deepEqual(device.admission, {
      hourMeter: undefined,
      sources: {},
      thin: { depth: { intervalMs: 60_000, change: 1 } },
    })
  })

  test('a key that others may read is refused, in its file and among the settings', async (t) => {
    const path = folder(t, {
      'boat.key': KEY,
      'boat.yaml': BOAT,
      'inline.yaml': BOAT.replace('keyFile: boat.key', `key: ${KEY}`),
    })
    for (const file of ['boat.key', 'inline.yaml']) chmodSync(join(path, file), 0o640)
    const open = (file: string) => [
      `${join(path, file)} contains a secret and other users can read it; run: chmod 600 '${join(path, file)}'`,
    ]
    const without = (problems: readonly string[]) => problems.map((problem) => problem.replace(/^\S+: /, ''))
    assert.deepEqual(without(await problemsOf(() => loadConfig(join(path, 'boat.yaml'), {}))), open('boat.key'))
    assert.deepEqual(without(await problemsOf(() => loadConfig(join(path, 'inline.yaml'), {}))), open('inline.yaml'))
    chmodSync(join(path, 'boat.key'), 0o600)
    assert.equal((await loadConfig(join(path, 'boat.yaml'), {})).device.key, KEY)
  })

  test("systemd's credentials stand in for files that its user may not read", async (t) => {
    const path = folder(t, {
      'binnacle-gateway.yaml': BOAT.replace('boat.key', '/etc/binnacle-gateway.key'),
      'binnacle-gateway.key': KEY,
    })
    const env = { CREDENTIALS_DIRECTORY: path, STATE_DIRECTORY: '/var/lib/state' }
    const { device } = await loadConfig(await findConfig(undefined, env), env)
    assert.deepEqual([device.key, device.folder], [KEY, '/var/lib/state'])
  })

  test('nothing to send, no key, and names twice', async (t) => {
    const inputs = '  - {type: nmea0183, udp: 1, name: a}\n  - {type: nmea0183, udp: 2, name: a}\n'
    const path = folder(t, { 'a.yaml': 'service: https://boat.example\n', 'b.yaml': `${BOAT}${inputs}` })
    assert.deepEqual(
      (await problemsOf(() => loadConfig(join(path, 'a.yaml'), {}))).map((problem) => problem.split(':')[1]?.trim()),
      [
        'nothing to send; add inputs or cameras',
        'keyFile is missing; in the app, open Connections, create a key, and save it in a file',
      ],
    )
    assert.deepEqual(await problemsOf(() => loadConfig(join(path, 'b.yaml'), {})), [
      'b.yaml: two inputs are called a; give each a different name',
      `b.yaml: ${join(path, 'boat.key')} does not exist; create a key in the app under Connections and save it there: sudo install -m 600 /dev/stdin '${join(path, 'boat.key')}'`,
    ])
  })

  test('all at once, whatever their kind', async (t) => {
    const inputs = '  - {type: nmea0183, udp: 1, name: a}\n  - {type: nmea0183, udp: soon, name: a}\n'
    const page = 'statusPage: {port: no, tokenFile: token}\n'
    const path = folder(t, { 'boat.yaml': `${BOAT}${inputs}${page}thin: {depth: {every: 5s}}\n`, token: 'short' })
    assert.deepEqual(await problemsOf(() => loadConfig(join(path, 'boat.yaml'), {})), [
      'boat.yaml:8:27: must be a whole number from 1 to 65535, but is "soon"',
      'boat.yaml:9:20: must be a whole number from 1 to 65535, but is "no"',
      'boat.yaml:10:23: must be a number of seconds from 0 to 86400, but is "5s"',
      'boat.yaml: two inputs are called a; give each a different name',
      `boat.yaml: ${join(path, 'boat.key')} does not exist; create a key in the app under Connections and save it there: sudo install -m 600 /dev/stdin '${join(path, 'boat.key')}'`,
      `boat.yaml: ${join(path, 'token')} must hold a secret of at least 16 letters, digits, - or _`,
    ])
    writeFileSync(join(path, 'boat.yaml'), 'service: here\ninputs:\n#  - type: nmea2000\n')
    assert.deepEqual(await problemsOf(() => loadConfig(join(path, 'boat.yaml'), {})), [
      'boat.yaml:1:10: must be an address that begins with https:// or http://, but is "here"',
      'boat.yaml: nothing to send; add inputs or cameras',
      'boat.yaml: keyFile is missing; in the app, open Connections, create a key, and save it in a file',
    ])
  })

  test('a secret whose file is missing or empty: how to save it, as a command for any path', async (t) => {
    const page = 'statusPage: {port: 8092, tokenFile: "a token"}\n'
    const gx = '  - {type: victron, host: venus.local, passwordFile: gx}\n'
    const path = folder(t, { 'boat.key': '\n', 'boat.yaml': `${BOAT}${gx}${page}` })
    const save = (file: string) => `sudo install -m 600 /dev/stdin '${join(path, file)}'`
    assert.deepEqual((await problemsOf(() => loadConfig(join(path, 'boat.yaml'), {}))).toSorted(), [
      `boat.yaml: ${join(path, 'a token')} does not exist; invent a token of at least 16 letters and digits and save it there: ${save('a token')}`,
      `boat.yaml: ${join(path, 'boat.key')} is empty; create a key in the app under Connections and save it there: ${save('boat.key')}`,
      `boat.yaml: ${join(path, 'gx')} does not exist; save the password there: ${save('gx')}`,
    ])
  })

  test('a file that is not there', async (t) => {
    const path = folder(t, {})
    assert.deepEqual(await problemsOf(() => loadConfig(join(path, 'no.yaml'), {})), [
      `${join(path, 'no.yaml')} does not exist`,
    ])
    assert.deepEqual(await problemsOf(() => loadConfig(path, {})), [`${path} is a folder`])
  })

  test('a file of another user', () => {
    const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' })
    assert.match(fileProblem('boat.key', denied), /^user \d+ may not read boat\.key; give this command with sudo$/)
  })

  test('the folder of the status is known without the key', async (t) => {
    const path = folder(t, { 'boat.yaml': `${BOAT}dataFolder: data\n` })
    mkdirSync(join(path, 'data'))
    assert.equal(await loadDataFolder(join(path, 'boat.yaml'), {}), join(path, 'data'))
  })
})
