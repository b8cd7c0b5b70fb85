import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Ledger } from './ledger.ts'
import { readLines, toLine } from './lines.ts'

const COPIES = ['ledger-a', 'ledger-b']

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const batch = (key: string, seq: number) => ({ key, body: '{}', seqs: [[seq, seq]] as [number, number][], count: 1 })

test('a prepared batch shows that the one before it is done, even if the line that says so is lost', async (t) => {
  const folder = temporaryFolder(t)
  const { ledger } = await Ledger.open(folder)
  await ledger.begin(ledger.state)
  await ledger.write({ prepared: batch('one', 1) })
  await ledger.write({ acknowledged: [[1, 1]] })
  await ledger.write({ prepared: batch('two', 2) })
  for (const name of COPIES) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('settled', 'sottled'))
  }
  const opened = await Ledger.open(folder)
  assert.deepEqual(opened.ledger.state, { next: 3, gone: [[1, 1]], prepared: batch('two', 2) })
  assert.match(opened.damage ?? '', /both copies/)
})

/** What version 0.1.0 has on disk after these steps. */
const STORED = [
  { n: 1, state: { next: 1, gone: [], fixed: null } },
  { n: 2, fixed: batch('one', 1) },
  { n: 3, settled: [[1, 1]] },
  { n: 4, fixed: batch('two', 2) },
]

test('the ledger of an installed program is read', async (t) => {
  const folder = temporaryFolder(t)
  for (const name of COPIES) writeFileSync(join(folder, name), Buffer.concat(STORED.map(toLine)))
  const { ledger, damage } = await Ledger.open(folder)
  assert.equal(damage, undefined)
  assert.deepEqual(ledger.state, { next: 3, gone: [[1, 1]], prepared: batch('two', 2) })
})

test('an older program reads the ledger of this one', async (t) => {
  const folder = temporaryFolder(t)
  const { ledger } = await Ledger.open(folder)
  await ledger.begin(ledger.state)
  await ledger.write({ prepared: batch('one', 1) })
  await ledger.write({ acknowledged: [[1, 1]] })
  await ledger.write({ prepared: batch('two', 2) })
  for (const name of COPIES) assert.deepEqual(readLines(readFileSync(join(folder, name))).values, STORED)
})
