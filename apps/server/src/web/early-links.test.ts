import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earlyLinks } from './early-links.ts'

const SESSION = 'theme=dark; __Host-binnacle.session_token=abc.def'
const ID = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
const FILES = [
  'index.html',
  ...[
    'index-aaaaaaaa.js',
    'index-bbbbbbbb.css',
    'both---0wBL_f.js',
    'both---0wBL_f.js.br',
    'start-Coue5ucM.js',
    'start-SIsC6gBf.css',
  ],
  ...['charts-page-BlhrffRP.js', 'charts-page-CnsZ1jie.css', 'values-DEFva6MC.js', 'map-page-C3EgaSWT.js'],
  ...['signed-in-FfLHt4B7.js', 'signed-in-CMwS_nQQ.css', 'en-D18w9Y5x.js', 'de-DVdyVyiA.js', 'de-first-DAkWJJ9r.js'],
].map((name) => (name.includes('-') ? `assets/${name}` : name))

const linksOf = earlyLinks(FILES)
const addresses = (links: string) => [...links.matchAll(/<([^>]+)>/g)].map(([, address]) => address)

test('the files of a page come with the page: those before the sign-in for a stranger, the app for somebody with a session', () => {
  assert.deepEqual(addresses(linksOf('/sign-in', {})), [
    ...[
      '/assets/index-bbbbbbbb.css',
      '/assets/both---0wBL_f.js',
      '/assets/start-Coue5ucM.js',
      '/assets/start-SIsC6gBf.css',
    ],
  ])
  assert.deepEqual(addresses(linksOf('/account', { cookie: SESSION, 'accept-language': 'de-AT,en;q=0.5' })), [
    ...['/assets/index-bbbbbbbb.css', '/assets/both---0wBL_f.js', '/assets/signed-in-FfLHt4B7.js'],
    '/assets/signed-in-CMwS_nQQ.css',
    ...['/assets/de-DVdyVyiA.js', '/assets/de-first-DAkWJJ9r.js'],
  ])
})

test('the charts come with their own files, the largest of a page', () => {
  const own = (path: string) => addresses(linksOf(path, { cookie: SESSION })).slice(5, -2)
  assert.deepEqual(own(`/boats/${ID}/map`), [])
  assert.deepEqual(own(`/boats/${ID}/charts`).slice(0, 3), [
    ...['/assets/charts-page-BlhrffRP.js', '/assets/charts-page-CnsZ1jie.css', '/assets/values-DEFva6MC.js'],
  ])
})

test('the styles that the first page needs are asked for before all else', () => {
  for (const [path, cookie] of [['/sign-in'], ['/', SESSION], [`/boats/${ID}/charts`, SESSION]] as const)
    assert.match(linksOf(path, { cookie }), /^<\/assets\/index-bbbbbbbb\.css>; rel=preload; as=style; crossorigin, /)
})

test('a script is a module, a style a style, and neither goes before what is painted first', () => {
  const links = linksOf('/sign-in', {})
  assert.match(links, /<\/assets\/start-Coue5ucM\.js>; rel=modulepreload; fetchpriority=low/)
  assert.match(links, /<\/assets\/start-SIsC6gBf\.css>; rel=preload; as=style; crossorigin; fetchpriority=low/)
})

test('what a first page reads is fetched with the page, for somebody with a session', () => {
  const data = (path: string, cookie?: string) =>
    addresses(linksOf(path, { cookie })).filter((address) => !address!.startsWith('/assets/'))
  assert.deepEqual(data('/', SESSION), ['/app/me', '/app/fleet'])
  assert.deepEqual(data(`/boats/${ID}`, SESSION), ['/app/me', `/v1/vessels/${ID}`, `/app/vessels/${ID}/overview`])
  assert.deepEqual(data(`/boats/${ID}/charts`, SESSION), [
    ...['/app/me', `/v1/vessels/${ID}`, `/app/vessels/${ID}/telemetry/latest`],
  ])
  assert.deepEqual(data(`/boats/${ID}/map`, SESSION), ['/app/me', `/v1/vessels/${ID}`])
  for (const path of ['/account', '/boats/new', `/boats/${ID}>; rel=preload`]) assert.deepEqual(data(path, SESSION), [])
  for (const cookie of [undefined, 'theme=dark']) assert.deepEqual(data('/', cookie), [])
})

test('an app that is not built has no links', () => {
  assert.equal(earlyLinks([])('/sign-in', {}), '')
})
