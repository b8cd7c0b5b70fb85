import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { lacks } from '../../../scripts/programs.ts'
import { loadConfig } from './config/load.ts'

const EXAMPLES = join(import.meta.dirname, '../examples')

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'binnacle-examples-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

for (const name of readdirSync(EXAMPLES).filter((name) => name.endsWith('.yaml')))
  test(`${name} is right`, async (t) => {
    const secrets = folder(t)
    const key = keyOf('ct_', 1n, (text) => crc32(text))
    for (const file of [
      'binnacle-gateway.key',
      'binnacle-camera.key',
      'binnacle-gateway.token',
      'binnacle-motion.token',
      'binnacle-status.token',
    ])
      writeFileSync(join(secrets, file), key)
    const { device, inputs } = await loadConfig(join(EXAMPLES, name), { CREDENTIALS_DIRECTORY: secrets })
    assert.equal(device.url, 'https://boat.example')
    assert.ok(inputs.length > 0)
    const lines = readFileSync(join(EXAMPLES, name), 'utf8').trim().split('\n')
    assert.ok(name === 'full.yaml' || lines.length <= 10, 'ten lines are enough')
  })

test('the systemd unit is right, and asks for what the gateway looks for', { skip: lacks('systemd-analyze') }, (t) => {
  const unit = readFileSync(join(EXAMPLES, 'binnacle-gateway.service'), 'utf8')
  assert.match(unit, /^LoadCredential=binnacle-gateway\.yaml:\/etc\/binnacle-gateway\.yaml$/m)
  const path = join(folder(t), 'binnacle-gateway.service')
  copyFileSync(join(EXAMPLES, 'binnacle-gateway.service'), path)
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  // Other units of this machine are not our concern.
  const ours = verified.stderr.split('\n').filter((line) => line.includes('binnacle-gateway.service'))
  assert.deepEqual(ours, [])
})
