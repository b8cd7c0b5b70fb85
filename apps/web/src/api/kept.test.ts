import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loadWindow, PRESETS, presetWindow, type Window } from '../charts/range/window.ts'
import { widthName } from './kept.ts'

const presets = PRESETS.filter((preset) => preset !== 'all')

const asIs = (window: Window) => window

for (const [what, asked] of [
  ['as shown', asIs],
  ['as loaded, on a grid', loadWindow],
] as const)
  test(`property: a preset, ${what}, has one name at any time, and no two have the same`, () => {
    const now = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
    fc.assert(
      fc.property(now, now, (a, b) => {
        const names = (at: number) =>
          presets.map((preset) => {
            const { from, to } = asked(presetWindow(preset, at))
            return widthName(from, to)
          })
        assert.deepEqual(names(a), names(b))
        assert.equal(new Set(names(a)).size, presets.length)
      }),
    )
  })
