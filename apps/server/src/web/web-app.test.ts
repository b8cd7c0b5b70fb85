import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import pino from 'pino'
import { makeServer } from '../http/server.ts'
import { readConfig } from '../settings/config.ts'
import { helpRoutes } from './help.ts'
import { webRoutes } from './routes.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function setUp(t: { after(end: () => Promise<void>): void }, files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'help/assets'), { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const config = readConfig({ MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' })
  const app = makeServer(config, pino({ level: 'silent' }))
  helpRoutes(app, join(folder, 'help'))
  webRoutes(app, { ...config, frameOrigin: 'https://bucket.example' }, folder)
  t.after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
}

const INDEX = '<!doctype html><title>Binnacle</title>'
const SCRIPT = 'console.log(1)'
const BUILT = { 'index.html': INDEX, 'assets/a-1.js': SCRIPT, 'assets/a-1.js.br': brotliCompressSync(SCRIPT) }

test('the address of every page is the app; its policy allows no inline script', async (t) => {
  const get = await setUp(t, BUILT)
  for (const url of ['/', '/boats/0b9f/charts?from=1', '/verdant', '/no/such/page']) {
    const page = await get(url, BROWSER)
    assert.deepEqual([page.statusCode, page.body], [200, INDEX], url)
    assert.equal(page.headers['cache-control'], 'no-cache')
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example https:\/\/bucket\.example;/)
    assert.match(policy, /frame-ancestors 'none'/)
  }
})

test('a program that asks for the address itself is told what it is', async (t) => {
  const get = await setUp(t, BUILT)
  const answer = await get('/', { accept: '*/*' })
  assert.equal(answer.statusCode, 200)
  assert.match(answer.body, /^Binnacle \d+\.\d+\.\d+ is running.*\/onboard\/.*\/docs.*\/openapi\.json/s)
})

test('addresses of the service, and files that are not there, are no pages', async (t) => {
  const get = await setUp(t, BUILT)
  for (const url of ['/v1/nothing', '/app/nothing', '/api/auth/nothing', '/frames', '/docsx/../v1/x']) {
    const answer = await get(url, BROWSER)
    assert.deepEqual([answer.statusCode, answer.json()], [404, { error: 'not_found' }], url)
  }
  for (const url of ['/assets/gone.js', '/../package.json', '/%2e%2e/package.json', '/assets/../../package.json'])
    assert.equal((await get(url, { accept: '*/*' })).statusCode, 404, url)
})

test('assets are kept for ever, and travel compressed where the browser can', async (t) => {
  const get = await setUp(t, BUILT)
  const plain = await get('/assets/a-1.js')
  assert.deepEqual([plain.body, plain.headers['content-encoding']], [SCRIPT, undefined])
  assert.match(String(plain.headers['cache-control']), /immutable/)
  const small = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' })
  assert.equal(small.headers['content-encoding'], 'br')
  assert.match(String(small.headers['content-type']), /javascript/)
})

test('an app that was not built says how', async (t) => {
  const get = await setUp(t, {})
  const page = await get('/', BROWSER)
  assert.equal(page.statusCode, 503)
  assert.match(page.body, /npm run build/)
})

test('/help/ has its pages under their names, with a policy that allows no inline script', async (t) => {
  const get = await setUp(t, {
    ...BUILT,
    'help/index.html': INDEX,
    'help/install.html': 'Install',
    'help/assets/a-1.js': SCRIPT,
  })
  assert.equal((await get('/help')).headers.location, '/help/')
  for (const [url, body] of [
    ['/help/', INDEX],
    ['/help/install', 'Install'],
  ] as const) {
    const page = await get(url, BROWSER)
    assert.deepEqual([page.statusCode, page.body, page.headers['cache-control']], [200, body, 'no-cache'], url)
    assert.match(String(page.headers['content-security-policy']), /script-src 'self';/)
  }
  assert.match(String((await get('/help/assets/a-1.js')).headers['cache-control']), /immutable/)
  for (const url of ['/help/nothing', '/help/..%2findex.html'])
    assert.notEqual((await get(url, { accept: '*/*' })).statusCode, 200, url)
})

test('a page of the help that is not there: a page for a browser, JSON for a program', async (t) => {
  const get = await setUp(t, { ...BUILT, 'help/index.html': INDEX, 'help/404.html': 'Page not found' })
  for (const url of ['/help/nothing', '/help/nothing/at/all?x=1', '/help/assets/']) {
    const page = await get(url, BROWSER)
    assert.deepEqual([page.statusCode, page.body], [404, 'Page not found'], url)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(String(page.headers['content-security-policy']), /script-src 'self';/)
    const answer = await get(url, { accept: '*/*' })
    assert.deepEqual([answer.statusCode, answer.json()], [404, { error: 'not_found' }], url)
  }
})

test('help that was not built says how', async (t) => {
  const get = await setUp(t, BUILT)
  const page = await get('/help/install', BROWSER)
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /run `npm run build:help`/)
})
