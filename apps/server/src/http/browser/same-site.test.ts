import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test } from 'node:test'
import { refuseOtherSites } from './same-site.ts'

const BASE_URL = 'https://boat.example.org'

const isRefused = (headers: IncomingHttpHeaders): boolean => {
  try {
    refuseOtherSites({ host: 'boat.example.org', ...headers }, BASE_URL)
    return false
  } catch {
    return true
  }
}

test('our own pages are at BASE_URL, or at the address in the network that is asked', () => {
  for (const headers of [
    {},
    { origin: BASE_URL, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://192.168.1.20:8080', host: '192.168.1.20:8080' },
    { origin: 'http://boat.local:8080', host: 'boat.local:8080' },
  ])
    assert.equal(isRefused(headers), false, JSON.stringify(headers))
})

test('every other page is refused, also one at the same name without https, which anybody on the way can write', () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://boat.example.org:8443' },
    { origin: 'http://boat.example.org' },
    { origin: 'http://192.168.1.21:8080', host: '192.168.1.20:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: BASE_URL, 'sec-fetch-site': 'same-site' },
  ])
    assert.equal(isRefused(headers), true, JSON.stringify(headers))
})
