import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { readConfig } from '../config.ts'
import { makeServer } from '../http/server.ts'
import { VERSION } from '../version.ts'
import { onboardRoutes } from './routes.ts'

const GATEWAY = `binnacle-gateway-${VERSION}.tgz`

async function setUp(t: TestContext, files: Record<string, string>, BASE_URL = 'https://boat.example') {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-onboard-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const config = readConfig({ BASE_URL })
  const app = makeServer(config, pino({ level: 'silent' }))
  onboardRoutes(app, config, folder)
  t.after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return (url: string) => app.inject({ method: 'GET', url })
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

test('nothing in the address is a command of the script', async (t) => {
  const address = `https://boat.example/it's$(date)$&`
  const get = await setUp(t, {}, address)
  const [line] = (await get('/onboard/install.sh')).body.match(/^SERVICE=.*$/m)!
  assert.equal(execFileSync('sh', ['-c', `${line}; printf %s "$SERVICE"`], { encoding: 'utf8' }), address)
})
