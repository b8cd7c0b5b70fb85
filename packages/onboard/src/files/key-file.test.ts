import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkKey, KeyError, requirePrivate } from './key-file.ts'

/** Made by the service's makeKey(). */
const KEY = 'ct_N4d0sOkBJonWNjC46K6xSfCURoykfe8djWOPGx9exxx1znnaX'

test('a key file is for its owner only', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-key-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'key')
  await writeFile(path, `${KEY}\n`)
  for (const mode of [0o640, 0o604, 0o620]) {
    await chmod(path, mode)
    await assert.rejects(requirePrivate(path), /other users can read it; run: chmod 600/)
  }
  for (const mode of [0o600, 0o400]) {
    await chmod(path, mode)
    await requirePrivate(path)
  }
})

test('the command that is named helps when it is pasted, whatever the path', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-key-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, "the skipper's $HOME; key")
  await writeFile(path, KEY, { mode: 0o644 })
  const { message } = await requirePrivate(path).then(
    () => assert.fail(),
    (error: Error) => error,
  )
  execFileSync('sh', ['-c', message.slice(message.indexOf('run: ') + 5)])
  await requirePrivate(path)
})

test('a mistyped key is told without asking the service, and never repeated', () => {
  const typed = `${KEY.slice(0, 20)}${KEY[20] === 'x' ? 'y' : 'x'}${KEY.slice(21)}`
  for (const [text, why] of [
    [typed, /a character is wrong or missing/],
    [KEY.slice(0, -1), /a character is wrong or missing/],
    ['', /the key is missing/],
    [`bnk_${KEY.slice(3)}`, /enter the key of a connection/],
  ] as const)
    assert.throws(
      () => checkKey(text, 'key'),
      (error) => error instanceof KeyError && why.test(error.message) && (text === '' || !error.message.includes(text)),
    )
  assert.equal(checkKey(KEY, 'key'), KEY)
})
