import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { freePort } from '../../../../../scripts/free-port.ts'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { until } from '../../../../../scripts/until.ts'
import { startProcess } from '../../testing/process.ts'

const BINNACLE = programFile('apps/cli/src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-tls-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// An address stands for boat.local, which only a network with mDNS knows.
const url = `https://127.0.0.1:${await freePort()}`
const settings = { TLS: 'local', BASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }

/** Runs a command of `binnacle` with these settings. */
function binnacle(...args: string[]) {
  const child = spawn(process.execPath, [BINNACLE, ...args], {
    env: { PATH: process.env.PATH, ...QUICK_START.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(() => child.kill())
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part
  })
  return { child, output: () => output }
}

/** The authority as a phone gets it from `binnacle tls`. */
async function loadAuthority(): Promise<string> {
  const { child, output } = binnacle('tls')
  await until(() => output().includes('Ctrl+C ends this.'), 'binnacle tls shows the address', child)
  assert.match(output(), /[█▀▄]{10}/, 'the QR code')
  const [, port] = /^ {2}http:\/\/[\d.]+:(\d+)\/binnacle\.crt$/m.exec(output())!
  const answer = await fetch(`http://127.0.0.1:${port}/binnacle.crt`)
  assert.equal(answer.headers.get('content-type'), 'application/x-x509-ca-cert')
  const authority = await answer.text()
  assert.equal((await fetch(`http://127.0.0.1:${port}/authority.pem`)).status, 404)
  child.kill()
  await once(child, 'close')
  return authority
}

test('TLS=local: who trusts the authority of binnacle tls gets the app over HTTPS, within the limits of HTTP', async () => {
  const service = await startProcess(settings)
  after(() => service.kill())
  const agent = new Agent({ ca: await loadAuthority(), keepAlive: true })
  const ask = async (path: string, headers = {}) => {
    const [answer] = (await once(get(url + path, { agent, headers }), 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  const page = await ask('/')
  assert.equal(page.status, 200)
  assert.match(page.body, /^Binnacle \S+ is running/)
  await assert.rejects(once(get(url, { agent: new Agent() }), 'response'), /unable to/, 'not without the authority')
  assert.deepEqual(await ask('/v1/vessels', { 'x-large': 'x'.repeat(20_000) }), {
    status: 431,
    body: '{"error":"headers_too_large"}',
  })
  assert.equal((await ask('/metrics')).status, 404)
  assert.equal((await fetch(`${service.url}/metrics`)).status, 200, 'for this machine')

  const { child, output } = binnacle('doctor')
  await once(child, 'close')
  assert.match(output(), /^ok +Address: +version .* answers at https:/m)
  assert.match(output(), /^ok +Certificate: +valid for 39\d more days/m)
  assert.doesNotMatch(output(), /TRUST_PROXY/)

  // With a connection that rests.
  assert.deepEqual(await service.stop(), { code: 0, signal: null })
})

test('TLS=local: a port that is taken stops the start with a sentence', async () => {
  const taken = createServer().listen(Number(new URL(url).port))
  await once(taken, 'listening')
  await assert.rejects(startProcess(settings), /port \d+ of BASE_URL is taken by another program: end that one/)
  taken.close()
})
