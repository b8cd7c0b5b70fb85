import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeSpan, type Memory } from './judge-span.ts'
import type { Judged, Seen } from './rule.ts'

const RULE: Judged = {
  ...{ id: 'bilge', kind: 'above', metric: 'bilge_water', instance: null, limit: 0, margin: 0, hold_s: 30 },
  applies: 'always',
}
const START = Date.UTC(2026, 5, 1)
const SECOND = 1000

test('a batch that begins a moment before the last one ended is judged without a look at the hour before', async () => {
  const stored: Seen[] = []
  const asked: number[] = []
  const read = async function* (from: number, to: number) {
    asked.push(from)
    yield stored.filter(({ at }) => from <= at && at < to).sort((a, b) => a.at - b.at)
  }
  let memory: Memory | null = null
  let began: number | undefined
  for (let batch = 0; batch < 20; batch++) {
    // Each five seconds one of 5.4 s.
    const last = START + batch * 5 * SECOND
    const first = last - 5.4 * SECOND
    for (let at = first; at <= last; at += 200)
      stored.push({ at, metric: 'bilge_water', instance: '', value: 1, text: null })
    asked.length = 0
    const open = () => new Set(began === undefined ? [] : ['bilge '])
    const judgement = await judgeSpan([RULE], memory, { first, last }, open, read)
    memory = judgement.memory
    began ??= judgement.transitions.find(({ kind }) => kind === 'begins')?.at
    if (batch > 0) assert.ok(Math.min(...asked) > first - 5 * SECOND, `batch ${batch}`)
  }
  assert.equal(began, START - 5.4 * SECOND + 30 * SECOND)
})
