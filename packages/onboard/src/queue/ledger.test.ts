import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ledger } from './ledger.ts'

test('a batch that was fixed tells that the one before it is done, where the line that said so is lost', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { ledger } = await Ledger.open(folder)
  await ledger.begin(ledger.state)
  const batch = (key: string, seq: number) => ({ key, body: '{}', seqs: [[seq, seq]] as [number, number][], count: 1 })
  await ledger.write({ fixed: batch('one', 1) })
  await ledger.write({ settled: [[1, 1]] })
  await ledger.write({ fixed: batch('two', 2) })
  for (const name of ['ledger-a', 'ledger-b']) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('settled', 'sottled'))
  }
  const opened = await Ledger.open(folder)
  assert.deepEqual(opened.ledger.state, { next: 3, gone: [[1, 1]], fixed: batch('two', 2) })
  assert.match(opened.damage ?? '', /both copies/)
})
