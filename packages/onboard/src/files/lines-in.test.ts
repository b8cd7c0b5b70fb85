import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { linesIn } from './lines-in.ts'

function fileOf(t: TestContext, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-lines-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'recording')
  writeFileSync(path, content, 'latin1')
  return path
}

test('lines with any end, a character for each byte, also where a piece ends within them', async (t) => {
  // 64 kB are read at once: a line end is cut at each place of a whole cycle.
  const ends = ['\r\n', '\n', '\r', '\n\n']
  const content = Array.from({ length: 60_000 }, (_, i) => `${i}\xfe${ends[i % 4]}`).join('')
  const expected = Array.from({ length: 60_000 }, (_, i) => (i % 4 === 3 ? [`${i}\xfe`, ''] : [`${i}\xfe`])).flat()
  assert.deepEqual(await Array.fromAsync(linesIn(fileOf(t, content))), expected)
  assert.deepEqual(await Array.fromAsync(linesIn(fileOf(t, 'one\r\ntwo\r'))), ['one', 'two'])
  assert.deepEqual(await Array.fromAsync(linesIn(fileOf(t, ''))), [])
  await assert.rejects(Array.fromAsync(linesIn(`${fileOf(t, '')} is not there`)), { code: 'ENOENT' })
})

test('a line that never ends does not fill the memory', async (t) => {
  const lines = await Array.fromAsync(linesIn(fileOf(t, `first\n${'x'.repeat(20_000_000)}\nlast`)))
  assert.deepEqual([lines.length, lines[0], lines[2]], [3, 'first', 'last'])
  assert.ok(lines[1]!.length < 200_000, `${lines[1]!.length} characters of it`)
})
