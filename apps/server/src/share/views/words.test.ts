import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeZone } from '../../../../../scripts/time-zone.ts'
import { emptyDossier, sampleDossier } from '../../testing/accounts/sample-dossier.ts'
import type { Dossier } from '../dossier/dossier.ts'
import * as w from './words.ts'

const english = w.wordsIn('en')
const { day, fromNow, money } = english
const { day: dayInGerman, fromNow: fromNowInGerman, money: moneyInGerman } = w.wordsIn('de')
const dueSummary = (dossier: Dossier) => w.dueSummary(dossier, english)
const headline = (dossier: Dossier) => w.headline(dossier, english)
const specParts = (dossier: Dossier) => w.specParts(dossier, english)
const summary = (dossier: Dossier) => w.summary(dossier, english)

setTimeZone('America/New_York')

const now = new Date('2026-05-14T23:30:00Z')

test('a date is the same for every reader: its day in UTC', () => {
  assert.equal(day('2026-01-01T00:30:00Z'), '1 Jan 2026')
  assert.equal(day('2026-01-01T00:30:00+02:00'), '31 Dec 2025')
  assert.equal(dayInGerman('2026-01-01T00:30:00+02:00'), '31.12.2025')
})

test('distance in time is counted in whole days, and coarser the further away', () => {
  const cases = {
    '2026-05-14T00:00:00Z': 'today',
    '2026-05-15T00:00:00Z': 'tomorrow',
    '2026-05-13T23:59:00Z': 'yesterday',
    '2026-05-27T00:00:00Z': 'in 13 days',
    '2026-05-28T00:00:00Z': 'in 2 weeks',
    '2026-03-31T00:00:00Z': '6 weeks ago',
    '2026-08-14T00:00:00Z': 'in 3 months',
    '2024-05-20T00:00:00Z': '2 years ago',
    '2029-06-01T00:00:00Z': 'in 3 years',
  }
  for (const [iso, words] of Object.entries(cases)) assert.equal(fromNow(iso, now), words, iso)
  assert.equal(fromNowInGerman('2026-05-15T00:00:00Z', now), 'morgen')
  assert.equal(fromNowInGerman('2024-05-20T00:00:00Z', now), 'vor 2 Jahren')
})

test('money takes whatever the owner typed as a currency', () => {
  assert.equal(money(1204.5, 'EUR'), '1,204.50\u00a0EUR')
  assert.equal(moneyInGerman(1204.5, 'EUR'), '1.204,50\u00a0EUR')
  assert.equal(money(3, 'kr'), '3.00\u00a0KR')
  assert.equal(money(3, '€'), '3.00\u00a0€')
  assert.equal(money(3, null), '3.00')
})

test('the health score reads good from 80, fair from 50', () => {
  assert.deepEqual([100, 80, 79, 50, 49, 0, null].map(w.healthTone), [
    'ok',
    'ok',
    'soon',
    'soon',
    'late',
    'late',
    'none',
  ])
})

test('the due summary names the most urgent only', () => {
  const { due, ...rest } = sampleDossier()
  const of = (...statuses: ('ok' | 'due_soon' | 'overdue')[]) =>
    dueSummary({ ...rest, due: statuses.map((status) => ({ ...due![0]!, status })) })
  assert.deepEqual(of('overdue', 'ok', 'overdue', 'due_soon'), { tone: 'late', words: '2 overdue' })
  assert.deepEqual(of('ok', 'due_soon'), { tone: 'soon', words: '1 due soon' })
  assert.deepEqual(of('ok'), { tone: 'ok', words: 'up to date' })
  assert.deepEqual(of(), { tone: 'none', words: 'nothing planned' })
  assert.equal(dueSummary({ ...rest, due: null }), null)
})

test('title and summary say what is known, and no more', () => {
  assert.equal(headline(sampleDossier()), 'Aurora · Dragonfly 32 Evolution')
  assert.equal(
    summary(sampleDossier()),
    'Trimaran · 9.87\u00a0m · Health 84 / 100 · Maintenance: 1 overdue · 1,204 engine hours',
  )
  assert.equal(headline(emptyDossier()), 'Windflower')
  assert.deepEqual(specParts(emptyDossier()), ['Catamaran'])
  assert.equal(summary({ ...emptyDossier(), specs: null, due: null }), 'A vessel dossier, shared by its owner')
})

test('a name of which nothing can be printed has a stand-in', () => {
  const nothing = { ...sampleDossier(), name: '\u0000\u202e \ud800' }
  assert.equal(w.vesselName(nothing, english), 'Unnamed vessel')
  assert.equal(w.vesselName(nothing, w.wordsIn('de')), 'Boot ohne Namen')
})
