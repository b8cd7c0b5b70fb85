import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clean, html } from './html.ts'

const REFERENCES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** Reads as a parser does, in the states that matter here: any character that would leave the text is a failure. */
const parse = (markup: string, ends: string): string => {
  let text = ''
  for (let at = 0; at < markup.length; ) {
    const one = markup[at] as string
    assert.ok(!ends.includes(one), `${JSON.stringify(one)} leaves the text`)
    const reference = one === '&' ? markup.slice(at, markup.indexOf(';', at) + 1) : one
    if (one === '&') assert.ok(reference in REFERENCES, `${reference} is no reference known to XML and HTML`)
    text += REFERENCES[reference] ?? one
    at += reference.length
  }
  return text
}

/** Every code unit, also the lone surrogates; and strings dense in what could break out. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('<', '>', '&', '"', "'", '</text>', '<script>', '&amp;', '&#0;', '\0', '\u202e', 'a', ' '))
    .map((p) => p.join('')),
)

test('any text comes back as it was, less what no document may carry, and adds no element', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(parse(html`${text}`.text, '<>'), clean(text))
    }),
    { numRuns: 2000 },
  )
})

test('any text stays inside its attribute, whichever quotes are used', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(parse(html`${text}`.text, '"\'<'), clean(text))
    }),
    { numRuns: 2000 },
  )
})

test('clean leaves only what XML 1.0 allows, and nothing that turns the reading direction', () => {
  const legal = /^[\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
  fc.assert(
    fc.property(anyText, (text) => {
      assert.match(clean(text), legal)
      assert.doesNotMatch(clean(text), /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
    }),
    { numRuns: 2000 },
  )
})

test('clean removes nothing else', () => {
  const harmless = fc
    .string({ unit: 'binary' })
    .filter((text) => !/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/.test(text))
  fc.assert(fc.property(harmless, (text) => assert.equal(clean(text), text)))
})

test('clean keeps what people write: line breaks, emoji with joiners, Hebrew, Arabic, combining marks', () => {
  for (const text of ['Zürich\nBasel', '👩‍👩‍👧 ⛵️', 'שלום', 'مركب', 'e\u0301', '𝒮ea']) assert.equal(clean(text), text)
})

test('markup goes in as it is, also in arrays; nothing, null, undefined and false leave nothing', () => {
  const inner = html`<b>${'<'}</b>`
  assert.equal(html`${inner}|${[inner, '&']}|${null}${undefined}${false}|${0}`.text, '<b>&lt;</b>|<b>&lt;</b>&amp;||0')
})

test('an object that only looks like markup is not taken for it', () => {
  assert.throws(() => html`${{ text: '<script>' } as never}`)
})
