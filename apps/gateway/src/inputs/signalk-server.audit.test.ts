import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { until } from '../../../../scripts/until.ts'
import { INSTALLED_IN, missing } from '../../../signalk-plugin/src/testing/signalk-server.ts'
import { gathering } from '../testing/input.ts'
import { startSignalk } from './signalk.ts'

const VERSION = '2.32.0'
const SECRET = 'a secret of this test only'
const DEVICE = { clientId: 'gateway', permissions: 'readonly', config: '{}', description: 'Binnacle gateway' }

/** A token as signalk-server issues it to a device: a JWT with HS256. */
function token(secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ device: DEVICE.clientId })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe(`a real signalk-server ${VERSION} with its sample data, that wants to know who reads`, {
  skip: missing(VERSION),
}, () => {
  let server: ChildProcess
  let folder: string
  let url: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'binnacle-signalk-input-'))
    const write = (name: string, content: object) =>
      writeFileSync(join(folder, name), JSON.stringify(content), { mode: 0o600 })
    write('settings.json', {
      interfaces: { tcp: false, 'nmea-tcp': false },
      ssl: false,
      mdns: false,
      pipedProviders: [],
      security: { strategy: './tokensecurity' },
    })
    const admin = { username: 'admin', type: 'admin', password: 'x' }
    write('security.json', { allow_readonly: false, secretKey: SECRET, users: [admin], devices: [DEVICE], acls: [] })
    // A server of its own choosing listens to the whole network; one that inherits a socket, as from systemd, does not.
    const socket = createServer().listen(0, '127.0.0.1')
    await once(socket, 'listening')
    url = `http://127.0.0.1:${(socket.address() as AddressInfo).port}`
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
    const bin = join(INSTALLED_IN, `signalk-${VERSION}`, 'node_modules/signalk-server/bin/signalk-server')
    const args = [bin, '-c', folder, '--sample-nmea0183-data', '--sample-n2k-data', '--override-timestamps']
    const env = { PATH: process.env.PATH, HOME: folder, LISTEN_FDS: '1', SIGNALK_NODE_CONFIG_DIR: folder }
    server = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore', fd], env })
    socket.close()
    await until(() => fetch(`${url}/signalk`).catch(() => undefined), 'an answer of the server', server)
  })
  after(async () => {
    if (server.kill('SIGKILL')) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  function start(t: TestContext, token?: string) {
    const heard = gathering()
    const named = { bilgeWater: [], bilgePumps: [], shorePower: [] }
    const input = startSignalk({ name: 'signalk', url, token, ...named }, heard.sink, heard.log)
    t.after(() => input.close())
    return { ...heard, input }
  }

  test('a stranger, and a reader with a wrong token, are told what is wrong', async (t) => {
    const stranger = start(t)
    const forger = start(t, token('another secret'))
    await stranger.until(() => stranger.input.status().state === 'reconnecting')
    await forger.until(() => forger.input.status().state === 'reconnecting')
    assert.match(stranger.input.status().sentence, /requires a token; create one in Signal K/)
    assert.match(forger.input.status().sentence, /refuses the token/)
  })

  test('a reader with its token hears position, speed and depth of the sample', async (t) => {
    const { observations, until, input } = start(t, token(SECRET))
    const newest = (metric: string) => observations.findLast((o) => o.metric === metric)?.value ?? Number.NaN
    await until(() => ['position_lat', 'position_lon', 'speed_over_ground', 'depth'].every((m) => newest(m) > 0))
    // Two boats in the Gulf of Finland: which of them a server tells first is its own choice.
    assert.equal(Math.round(newest('position_lat')), 60)
    assert.ok(newest('position_lon') > 23 && newest('position_lon') < 25.5)
    assert.ok(newest('speed_over_ground') < 15)
    assert.equal(input.status().state, 'connected')
  })
})
