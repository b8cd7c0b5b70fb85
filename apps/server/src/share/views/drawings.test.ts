import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Dossier } from '../dossier/dossier.ts'
import { ring as ringIn, sparkline as sparklineIn } from './drawings.ts'
import { type Tone, wordsIn } from './words.ts'

const ring = (score: number | null, tone: Tone) => ringIn(score, tone, wordsIn('en'))
const sparkline = (log: NonNullable<Dossier['hours']>['log']) => sparklineIn(log, wordsIn('en'))

test('the ring is as long as the score, and says it', () => {
  assert.match(ring(84, 'ok').text, /aria-label="Health score 84 out of 100"[\s\S]*stroke-dasharray="84 100"/)
  assert.doesNotMatch(ring(0, 'late').text, /ring-arc/, 'a round cap would draw a point at zero')
  assert.match(ring(null, 'none').text, /No health score yet/)
})

test('two readings at different times make a line; fewer make none', () => {
  const at = (logged_at: string, hours: number | null) => ({ logged_at, hours })
  assert.equal(sparkline([]), null)
  assert.equal(sparkline([at('2026-01-01T00:00:00Z', 5)]), null)
  assert.equal(sparkline([at('2026-01-01T00:00:00Z', 5), at('2026-01-01T00:00:00Z', 6)]), null)
  assert.equal(sparkline([at('2026-01-01T00:00:00Z', 5), at('2026-02-01T00:00:00Z', null)]), null)
  const line = sparkline([at('2026-02-01T00:00:00Z', 25), at('2026-01-01T00:00:00Z', 5)])!.text
  assert.match(line, /aria-label="Hour meter from 5\u00a0h on 1 Jan 2026 to 25\u00a0h on 1 Feb 2026"/)
  assert.match(line, /class="spark-line" d="M5.0 67.0 L315.0 5.0"/)
})

test('an engine that did not run is a level line', () => {
  const log = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'].map((logged_at) => ({ logged_at, hours: 412 }))
  assert.match(sparkline(log)!.text, /class="spark-line" d="M5.0 67.0 L315.0 67.0"/)
})

test('the line stays inside its picture, whatever the log', () => {
  const entry = fc.record({
    hours: fc.option(fc.integer({ min: 0, max: 2_147_483_647 })),
    logged_at: fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((d) => d.toISOString()),
  })
  fc.assert(
    fc.property(fc.array(entry), (log) => {
      const drawn = sparkline(log)?.text ?? ''
      const paths = [...drawn.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path).join(' ')
      for (const [, x, y] of paths.matchAll(/[ML]([^ "]+) ([^ "]+)/g)) {
        assert.ok(Number(x) >= 0 && Number(x) <= 320 && Number(y) >= 0 && Number(y) <= 72, `${x} ${y}`)
      }
    }),
  )
})
