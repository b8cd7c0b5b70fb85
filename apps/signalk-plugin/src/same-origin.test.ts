import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { isSameOrigin } from './same-origin.ts'

const host = 'signalk.local:3000'
const CASES: [what: string, headers: IncomingHttpHeaders, isOurs: boolean][] = [
  ['our page without TLS', { host, origin: 'http://signalk.local:3000' }, true],
  [
    'our page behind a proxy with another name',
    { host, origin: 'https://boat.example', 'sec-fetch-site': 'same-origin' },
    true,
  ],
  ['another site', { host, origin: 'https://evil.example' }, false],
  ['another site with TLS', { host, origin: `http://${host}`, 'sec-fetch-site': 'cross-site' }, false],
  ['another port of the same machine', { host, origin: 'http://signalk.local:8080' }, false],
  ['the same, with TLS', { host, origin: 'https://signalk.local', 'sec-fetch-site': 'same-site' }, false],
  ['an address typed by hand', { host, 'sec-fetch-site': 'none' }, false],
  ['a page in a sandbox', { host, origin: 'null' }, false],
  ['a host that only begins like it', { host, origin: 'http://signalk.local:30001' }, false],
  ['who does not say', { host }, false],
]
for (const [what, headers, isOurs] of CASES)
  test(`a change by ${what} is ${isOurs ? 'taken' : 'refused'}`, () => assert.equal(isSameOrigin(headers), isOurs))
