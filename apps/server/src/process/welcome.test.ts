import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../settings/config.ts'
import { addressForPhone } from './welcome.ts'

test('the address for a phone is one that it can reach', () => {
  for (const [settings, own, expected] of [
    [{}, '192.168.1.20', undefined],
    [{ HOST: '0.0.0.0' }, '192.168.1.20', 'http://192.168.1.20:8080'],
    [{ HOST: '0.0.0.0', PORT: '80' }, undefined, undefined],
    [{ HOST: '::', PORT: '9000' }, '192.168.1.20', 'http://192.168.1.20:9000'],
    [{ HOST: '192.168.1.21' }, '192.168.1.20', 'http://192.168.1.21:8080'],
    [{ HOST: 'fd00::1' }, '192.168.1.20', 'http://[fd00::1]:8080'],
    [{ HOST: 'localhost', BASE_URL: 'http://[::1]:8080' }, '192.168.1.20', undefined],
    [{ BASE_URL: 'https://boat.example.org' }, '192.168.1.20', 'https://boat.example.org'],
    [{ BASE_URL: 'http://boat.local:8080' }, undefined, 'http://boat.local:8080'],
  ] as const)
    assert.equal(addressForPhone(readConfig(settings), own), expected, JSON.stringify(settings))
})
