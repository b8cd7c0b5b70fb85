import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earlyData } from './early-data.ts'

const SESSION = 'theme=dark; __Host-binnacle.session_token=abc.def'
const ID = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'

test('what a first page reads is fetched with the page, for somebody with a session', () => {
  const preload = (address: string) => `<${address}>; rel=preload; as=fetch; crossorigin`
  assert.equal(earlyData('/', SESSION), `${preload('/app/me')}, ${preload('/app/fleet')}`)
  assert.match(earlyData(`/boats/${ID}`, SESSION)!, new RegExp(`</app/vessels/${ID}/overview>.*</v1/vessels/${ID}>`))
})

test('nothing for strangers, for other pages, and for what is no id', () => {
  assert.equal(earlyData('/', undefined), null)
  assert.equal(earlyData('/', 'theme=dark'), null)
  for (const path of ['/account', `/boats/${ID}/map`, '/boats/new', `/boats/${ID}>; rel=preload`])
    assert.equal(earlyData(path, SESSION), null, path)
})
