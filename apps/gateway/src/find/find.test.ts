import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkSettings } from '../config/checker.ts'
import { gatewayFile } from '../config/gateway.ts'
import { signalkServers, victronDevices } from './network.ts'
import { canInterfaces, type Found, serialPorts } from './ports.ts'
import { proposal } from './proposal.ts'

function folderOf(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-find-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** What the gateway itself reads in a proposal. */
const inputsOf = (found: Found[]) =>
  checkSettings(`service: https://boat.example\n${proposal(found)}\n`, 'proposal', gatewayFile).inputs

test('CAN interfaces by their type; virtual ones are for tests', async (t) => {
  const folder = folderOf(t, { 'can0/type': '280\n', 'eth0/type': '1\n', 'vcan0/type': '280\n' })
  const found = await canInterfaces(folder)
  assert.deepEqual(
    found.map(({ what }) => what),
    ['CAN interface can0'],
  )
  assert.equal(inputsOf(found)[0]!.type, 'nmea2000')
  assert.deepEqual(await canInterfaces(join(folder, 'nowhere')), [])
})

test('serial ports by the names of their devices: a known one is proposed, another is a comment', async (t) => {
  const actisense = 'usb-Actisense_NGT-1_1C6B7-if00-port0'
  const [gps, other] = ['usb-u-blox_AG_GNSS_receiver-if00', 'usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0']
  const folder = folderOf(t, { [actisense]: '', [gps]: '', [other]: '', 'usb-VictronEnergy_BV_VE_Direct_cable': '' })
  const found = await serialPorts(folder)
  assert.deepEqual(
    inputsOf(found).map(({ type, ...input }) => [type, 'link' in input && input.link]),
    [
      ['nmea2000', { kind: 'serial', path: join(folder, actisense), baud: 115_200 }],
      ['nmea0183', { kind: 'serial', path: join(folder, gps), baud: 4_800 }],
    ],
  )
  assert.match(proposal(found), new RegExp(`#- \\{type: nmea0183, serial: "${join(folder, other)}"`))
  assert.doesNotMatch(proposal(found), /Victron/)
})

test('a Signal K server by its answer, and nothing else on its port', async (t) => {
  const server = createHttpServer((request, response) =>
    response.end(request.url === '/signalk' ? '{"endpoints": {"v1": {}}}' : '{}'),
  ).listen(0, '127.0.0.1')
  const other = createHttpServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  t.after(() => [server, other].map((each) => each.close()))
  await Promise.all([server, other].map((each) => once(each, 'listening')))
  const [at, beside] = [server, other].map((each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`)
  const found = await signalkServers([at!, beside!, 'http://127.0.0.1:1'])
  assert.deepEqual(
    inputsOf(found).map((input) => input.type === 'signalk' && input.url),
    [at],
  )
})

test('a GX device by its broker', async (t) => {
  const broker = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  t.after(() => broker.close())
  await once(broker, 'listening')
  const { port } = broker.address() as AddressInfo
  assert.equal(inputsOf(await victronDevices({ host: '127.0.0.1', port }))[0]!.type, 'victron')
  assert.deepEqual(await victronDevices({ host: '127.0.0.1', port: 1 }), [])
})
