import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { makeServer } from '../http/server.ts'
import { readConfig } from '../settings/config.ts'
import { VERSION } from '../version.ts'
import { onboardRoutes } from './routes.ts'

const GATEWAY = `binnacle-gateway-${VERSION}.tgz`

async function setUp(t: TestContext, files: Record<string, string>, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-onboard-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const config = readConfig({ BASE_URL: 'https://boat.example', ...settings })
  const app = makeServer(config, pino({ level: 'silent' }))
  onboardRoutes(app, config, folder)
  t.after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return (url: string, host = 'boat.example') => app.inject({ method: 'GET', url, headers: { host } })
}

test('the programs have an address with their version, and one without', async (t) => {
  const get = await setUp(t, { [GATEWAY]: 'gateway', SHA256SUMS: 'sums' })
  for (const name of [GATEWAY, 'binnacle-gateway.tgz']) {
    const { statusCode, body, headers } = await get(`/onboard/${name}`)
    assert.deepEqual([statusCode, body, headers['content-type']], [200, 'gateway', 'application/gzip'], name)
  }
  assert.equal((await get('/onboard/SHA256SUMS')).body, 'sums')
  assert.equal((await get('/onboard/binnacle-gateway-0.0.1.tgz')).statusCode, 404)
})

test('a program that was not built is not there, and the answer says how to get it', async (t) => {
  const get = await setUp(t, {})
  for (const name of [GATEWAY, 'signalk-binnacle.tgz', 'SHA256SUMS']) {
    const { statusCode, body } = await get(`/onboard/${name}`)
    assert.equal(statusCode, 404, name)
    assert.match(body, /run `npm run build`/)
  }
})

test('the page and the script name this installation', async (t) => {
  const get = await setUp(t, {})
  assert.match((await get('/onboard/')).body, / https:\/\/boat\.example\/onboard\/install\.sh \| sudo sh$/m)
  assert.match((await get('/onboard/install.sh')).body, /^SERVICE='https:\/\/boat\.example'$/m)
  assert.equal((await get('/onboard')).headers.location, '/onboard/')
})

test("with TLS=local, the service's own computer needs no certificate for them", async (t) => {
  const service = async (host: string, settings = {}) => {
    const { body } = await (await setUp(t, {}, settings))('/onboard/install.sh', host)
    return /^SERVICE=(.*)$/m.exec(body)![1]
  }
  const local = { TLS: 'local', BASE_URL: 'https://boat.local:8443' }
  assert.equal(await service('127.0.0.1:8080', local), "'http://127.0.0.1:8080'")
  assert.equal(await service('boat.local:8443', local), "'https://boat.local:8443'")
  // Here a proxy may be in front that names the host so.
  assert.equal(await service('127.0.0.1:8080'), "'https://boat.example'")
})

test('nothing in the address is a command of the script', async (t) => {
  const address = `https://boat.example/it's$(date)$&`
  const get = await setUp(t, {}, { BASE_URL: address })
  const [line] = (await get('/onboard/install.sh')).body.match(/^SERVICE=.*$/m)!
  assert.equal(execFileSync('sh', ['-c', `${line}; printf %s "$SERVICE"`], { encoding: 'utf8' }), address)
})
