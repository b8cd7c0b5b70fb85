import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isWellFormedKey } from '../accounts/key.ts'
import { demoKeys } from './keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-keys-'))
after(() => rm(folder, { recursive: true }))
const path = join(folder, 'demo.json')

test('keys are made once, well formed, for their owner only', async () => {
  const keys = await demoKeys(folder, ['Aurora/signalk'])
  assert.ok(isWellFormedKey(keys.accessKey, 'bnk_') && isWellFormedKey(keys.connections['Aurora/signalk']!, 'ct_'))
  assert.match(keys.password, /^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(await demoKeys(folder, ['Aurora/signalk']), keys)
})

test('a damaged file, or one without a key that is needed, is made anew', async () => {
  const before = await demoKeys(folder, ['Aurora/signalk'])
  const text = await readFile(path, 'utf8')
  for (const damaged of [
    '',
    '{',
    'null',
    '[]',
    '{"accessKey":"bnk_x"}',
    text.replace(before.accessKey, before.accessKey.slice(0, -1)),
  ]) {
    await writeFile(path, damaged)
    const keys = await demoKeys(folder, ['Aurora/signalk'])
    assert.notEqual(keys.accessKey, before.accessKey, damaged)
    assert.deepEqual(await demoKeys(folder, ['Aurora/signalk']), keys)
  }
  assert.ok((await demoKeys(folder, ['Bosun/signalk'])).connections['Bosun/signalk'])
})
