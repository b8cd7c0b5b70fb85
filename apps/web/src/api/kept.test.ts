import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PRESETS, presetWindow } from '../charts/range/window.ts'
import { widthName } from './kept.ts'

const presets = PRESETS.filter((preset) => preset !== 'all')

test('property: a preset has one name at any time, and no two have the same', () => {
  const now = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(now, now, (a, b) => {
      const names = (at: number) =>
        presets.map((preset) => {
          const { from, to } = presetWindow(preset, at)
          return widthName(from, to)
        })
      assert.deepEqual(names(a), names(b))
      assert.equal(new Set(names(a)).size, presets.length)
    }),
  )
})
