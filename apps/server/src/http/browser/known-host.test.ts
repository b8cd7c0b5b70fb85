import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownHost } from './known-host.ts'

test('BASE_URL, addresses, localhost and .local names are known, on any port and in any case', () => {
  for (const host of [
    'boat.example.org',
    'Boat.Example.ORG:8443',
    'boat.example.org.',
    'localhost',
    'localhost:8080',
    'app.localhost:5173',
    'binnacle.local',
    'BINNACLE.local.:8080',
    '127.0.0.1:8080',
    '192.168.1.20',
    '[::1]:8080',
    '[fe80::1]',
  ])
    assert.equal(isKnownHost(host, 'boat.example.org'), true, host)
})

test('every other name is not', () => {
  for (const host of [
    '',
    'evil.example',
    'boat.example.org.evil.example',
    'evil-boat.example.org',
    'org',
    'local',
    'evil.local.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    '2130706433.example',
    '[evil.example]',
    'boat.example.org:80:80',
    'evil.example/boat.example.org',
    'boat.example.org@evil.example',
  ])
    assert.equal(isKnownHost(host, 'boat.example.org'), false, host)
})
