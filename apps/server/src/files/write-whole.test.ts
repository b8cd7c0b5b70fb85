import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { unlessThere, writeWhole } from './write-whole.ts'

test('of two that write a file unless it is there, the first is right', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-write-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  for (const text of ['first', 'second']) await writeWhole(path, text, unlessThere(path))
  assert.equal(readFileSync(path, 'utf8'), 'first')
  await writeWhole(path, 'replaced')
  assert.equal(readFileSync(path, 'utf8'), 'replaced')
  assert.deepEqual(readdirSync(folder), ['file'])
})
