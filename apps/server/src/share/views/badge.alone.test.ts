import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BADGE_KINDS, type BadgeKind } from '@binnacle/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { emptyDossier, sampleDossier } from '../../testing/accounts/sample-dossier.ts'
import type { Dossier } from '../dossier/dossier.ts'
import { BADGE_COLOURS, badge as badgeIn, privateBadge, textWidth } from './badge.ts'
import { wordsIn } from './words.ts'

const [english, german] = [wordsIn('en'), wordsIn('de')]
const PRIVATE_BADGE = privateBadge(english)
const badge = (dossier: Dossier, kind: BadgeKind) => badgeIn(dossier, kind, english)!

/** Reads the badge with a strict XML parser (libxml2, inside sharp), which refuses what is not well-formed XML 1.0. */
const size = async (svg: string) => {
  const { format, width, height } = await sharp(Buffer.from(svg)).metadata()
  return { format, width, height }
}

test('the parser does refuse: the control for the test below', async () => {
  for (const text of ['a & b', '</svg>', '&nbsp;', '\u0001', '\uffff']) {
    await assert.rejects(size(PRIVATE_BADGE.replace('<title>', `<title>${text}`)), JSON.stringify(text))
  }
})

test('a badge is valid XML of the same size for any name', async () => {
  const expected = await size(badge(sampleDossier(), 'health'))
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc.constantFrom(
      '</text><script>alert(1)</script>',
      ']]>',
      '&',
      '"',
      "'",
      '\u0000\u0007',
      '\ud800',
      '⛵️👩‍👧',
      '\u202eesrever',
      '<!--',
      '<?xml',
    ),
  )
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const svg = badge({ ...sampleDossier(), name }, 'health')
      assert.deepEqual(await size(svg), expected)
      assert.doesNotMatch(svg, /<script/)
    }),
  )
})

test('the name is in the title, for who cannot see the picture', () => {
  const svg = badge({ ...sampleDossier(), name: 'A & B' }, 'due')
  assert.match(svg, /<title>A &amp; B: maintenance 1 overdue<\/title>/)
  assert.match(svg, /role="img" aria-label="A &amp; B: maintenance 1 overdue"/)
})

test('value and colour follow the dossier', () => {
  const health = (score: number | null) => badge({ ...sampleDossier(), health: { score } }, 'health')
  const has = (svg: string, value: string, colour: string) =>
    svg.includes(`>${value}</text>`) && svg.includes(`fill="${colour}"`)
  assert.ok(has(health(92), '92 / 100', BADGE_COLOURS.ok))
  assert.ok(has(health(60), '60 / 100', BADGE_COLOURS.soon))
  assert.ok(has(health(12), '12 / 100', BADGE_COLOURS.late))
  assert.ok(has(health(null), 'no score yet', BADGE_COLOURS.none))
  assert.ok(has(badge(sampleDossier(), 'due'), '1 overdue', BADGE_COLOURS.late))
  assert.ok(has(badge(emptyDossier(), 'due'), 'nothing planned', BADGE_COLOURS.none))
})

test('what is not shared has no badge of its own', () => {
  for (const kind of BADGE_KINDS) {
    assert.equal(badge({ ...sampleDossier(), health: null, due: null }, kind), null)
  }
  assert.match(PRIVATE_BADGE, />private<\/text>/)
})

test('in German, with a width for each of its letters', async () => {
  const due = badgeIn(sampleDossier(), 'due', german)!
  assert.match(due, /<title>Aurora: Wartung 1 überfällig<\/title>/)
  assert.match(badgeIn(emptyDossier(), 'health', german)!, />noch kein Wert<\/text>/)
  assert.match(privateBadge(german), />Boot<\/text>[\s\S]*>privat<\/text>/)
  const { badge, summary, noScore } = german.texts
  const said = [
    ...Object.values(badge),
    ...Object.values(summary).map((text) => (typeof text === 'string' ? text : text(1))),
  ]
  // 1070 is that of m, for a letter that is not in the table.
  for (const text of [...said.filter((text) => text !== badge.isPrivate), noScore])
    for (const letter of text.replaceAll('m', '')) assert.notEqual(textWidth(letter.repeat(100)), 1070, letter)
})

test('widths are those of Verdana at 11 px', () => {
  // Measured with the font itself; source: anafanafo 2.0.0, verdana-11px-normal.json.
  assert.equal(textWidth('health'), Math.round(6.96 + 6.55 + 6.61 + 3.02 + 4.33 + 6.96))
  assert.equal(textWidth('Wartung'), Math.round(10.88 + 6.61 + 4.69 + 4.33 + 2 * 6.96 + 6.85))
  assert.equal(textWidth('92 / 100'), Math.round(5 * 6.99 + 2 * 3.87 + 5))
  assert.equal(textWidth('maintenance'), Math.round(10.7 + 6.61 * 2 + 3.02 + 6.96 * 3 + 4.33 + 6.55 * 2 + 5.73))
})
