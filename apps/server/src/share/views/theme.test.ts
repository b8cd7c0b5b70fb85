import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BADGE_COLOURS } from './badge.ts'
import { PALETTES } from './theme.ts'

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** Contrast as WCAG 2 counts it, 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

for (const [name, palette] of Object.entries(PALETTES)) {
  const colours = new Map([...palette.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, hex]) => [key!, hex!]))
  const pairs = [
    ['ink', 'card', 7],
    ['muted', 'card', 4.5],
    ['accent', 'card', 4.5],
    ...['ok', 'soon', 'late', 'none'].flatMap((tone) => [
      [tone, 'card', 4.5],
      [tone, `${tone}-tint`, 4.5],
    ]),
    ...(colours.has('page')
      ? [
          ['muted', 'page', 4.5],
          ['accent', 'page', 4.5],
        ]
      : []),
  ] as [string, string, number][]

  test(`the ${name} colours can be read in sunlight`, () => {
    for (const [text, ground, least] of pairs) {
      const ratio = contrast(colours.get(text)!, colours.get(ground)!)
      assert.ok(ratio >= least, `${text} on ${ground}: ${ratio.toFixed(2)}`)
    }
  })
}

test('white can be read on every colour of a badge', () => {
  for (const [name, colour] of Object.entries(BADGE_COLOURS)) {
    assert.ok(contrast('#ffffff', colour) >= 4.5, `${name}: ${contrast('#ffffff', colour).toFixed(2)}`)
  }
})

test('contrast is counted as WCAG does', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
})
