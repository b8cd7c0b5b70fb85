import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { gateway, run, settings, UNUSED } from './testing/program.ts'

test('help, version and wrong use', async (t) => {
  const [help, version, wrong] = await Promise.all([run(t, '--help'), run(t, '--version'), run(t, 'frobnicate')])
  assert.equal(help.code, 0)
  assert.match(help.out, /Usage: binnacle-gateway/)
  const [, examples] = /\nExamples:\n((?: {2}.+\n)+)/.exec(help.out)!
  for (const command of ['find', 'check', '--config', 'status', 'update', 'forget'])
    assert.ok(examples!.includes(`binnacle-gateway ${command}`), command)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /unknown command: frobnicate; use one of run, check, find, status, update, forget/)
})

test('settings that are not right: each with its line, and nothing is started', async (t) => {
  const path = settings(t, { service: 'ftp://boat', key: 'ct_x', inputs: '  - {type: nmea2000, cam: can0}\n' })
  const { code, err } = await run(t, '--config', path)
  assert.equal(code, 1)
  assert.match(err, /boat.yaml:1:10: must be an address that begins with https:/)
  assert.match(err, /boat.yaml:5:22: unknown setting cam; did you mean can\?/)
  assert.equal(existsSync(join(path, '../data')), false)
})

test('run: a data folder that cannot be used is named', async (t) => {
  const path = settings(t, { service: 'http://127.0.0.1:1', key: keyOf('ct_', 1n, crc32), inputs: UNUSED })
  writeFileSync(join(path, '../data'), 'a file is in its place')
  const { code, err } = await run(t, '--config', path)
  assert.equal(code, 1)
  assert.match(err, /^binnacle-gateway: dataFolder \S+data cannot be used \(EEXIST: .*\); make it writable/)
})

test('check: a login page is no service, and https does not go where http is spoken', async (t) => {
  const page = createServer((_request, response) => response.end('<html>Marina Wi-Fi</html>')).listen(0, '127.0.0.1')
  t.after(() => page.close())
  await once(page, 'listening')
  const { port } = page.address() as AddressInfo
  const checked = (service: string) => {
    const path = settings(t, { service, key: keyOf('ct_', 1n, crc32), inputs: UNUSED })
    return run(t, 'check', '--config', path, '--seconds', '1')
  }
  const [plain, encrypted] = await Promise.all([
    checked(`http://127.0.0.1:${port}`),
    checked(`https://127.0.0.1:${port}`),
  ])
  assert.deepEqual([plain.code, encrypted.code], [1, 1])
  assert.match(plain.out, /is not Binnacle \(status 200\)/)
  assert.match(encrypted.out, /does not use TLS; write http:\/\/ instead of https:\/\/\.$/m)
})

test('commands end without a word when their reader has gone, as in `check | head`', async (t) => {
  const path = settings(t, { service: 'http://127.0.0.1:1', key: keyOf('ct_', 1n, crc32), inputs: UNUSED })
  for (const command of ['--help', '--version', 'status', 'check']) {
    const { child, ended } = gateway(t, command, '--config', path)
    child.stdout.destroy()
    const { code, err } = await ended
    assert.deepEqual([command, code, err], [command, 141, ''])
  }
})
