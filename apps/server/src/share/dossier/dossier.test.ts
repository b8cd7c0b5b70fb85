import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, SHARE_TOGGLES, type ShareToggle, type ShareToggles } from '@binnacle/contract'
import { sampleDossier } from '../../testing/accounts/sample-dossier.ts'
import { oembed } from '../oembed.ts'
import { badge } from '../views/badge.ts'
import { card } from '../views/card.ts'
import { page } from '../views/page.ts'
import { wordsIn } from '../views/words.ts'
import { applyToggles, type Dossier, shareLinks } from './dossier.ts'

const now = new Date('2026-05-14T10:04:00Z')
const links = shareLinks('https://boat.example', 'token')
const names = Object.keys(SHARE_TOGGLES) as ShareToggle[]
const toggles = (value: boolean) => Object.fromEntries(names.map((name) => [name, value])) as ShareToggles
const without = (name: ShareToggle): ShareToggles => ({ ...toggles(true), [name]: false })

/** Everything that a stranger can get of a share. */
const everything = (full: Dossier, on: ShareToggles): string => {
  const dossier = applyToggles(full, on)
  return LANGUAGES.map(wordsIn)
    .flatMap((words) => [
      page(dossier, links, now, words),
      card(dossier, links, words),
      badge(dossier, 'health', words),
      badge(dossier, 'due', words),
      JSON.stringify(oembed(dossier, links, words)),
    ])
    .join('\n')
}

type Change = (full: Dossier) => Partial<Dossier>

/** The list with its first entry changed. */
const first = <T>(list: T[] | null, change: Partial<T>): T[] => [{ ...list![0]!, ...change }, ...list!.slice(1)]

/** For each toggle, changes that no stranger may notice while it is off; with the sentinel that each puts in. */
const HIDDEN: Record<ShareToggle, [sentinel: string, Change][]> = {
  specs: [
    ['Sentinelmake', (d) => ({ specs: { ...d.specs!, make: 'Sentinelmake' } })],
    ['Sentinelmodel', (d) => ({ specs: { ...d.specs!, model: 'Sentinelmodel' } })],
    ['87.65', (d) => ({ specs: { ...d.specs!, length_m: 87.65 } })],
    ['Fishing boat', (d) => ({ specs: { ...d.specs!, vessel_type: 'fishing' } })],
    ['Trimaran', () => ({})],
  ],
  health: [
    ['13 / 100', () => ({ health: { score: 13 } })],
    ['13 out of 100', () => ({ health: { score: 13 } })],
    ['Needs work', () => ({ health: { score: 13 } })],
    ['o score yet', () => ({ health: { score: null } })],
  ],
  due: [
    ['Sentineltask', (d) => ({ due: first(d.due, { title: 'Sentineltask' }) })],
    ['1 overdue', () => ({})],
    ['12 Aug 2031', (d) => ({ due: first(d.due, { due_date: '2031-08-12T00:00:00Z' }) })],
    ['planned yet', () => ({ due: [] })],
  ],
  engine_hours: [
    ['77,001', (d) => ({ hours: { ...d.hours!, meter: 77_001 } })],
    [
      '77,002',
      (d) => ({ hours: { ...d.hours!, log: [{ hours: 77_002, logged_at: '2026-05-14T00:00:00Z' }, ...d.hours!.log] } }),
    ],
    ['77,003', (d) => ({ services: first(d.services, { engine_hours: 77_003 }) })],
    ['77,004', (d) => ({ inspections: first(d.inspections, { engine_hours: 77_004 }) })],
    ['77,005', (d) => ({ due: first(d.due, { due_hours: 77_005 }) })],
  ],
  service_history: [
    ['Sentinelservice', (d) => ({ services: first(d.services, { title: 'Sentinelservice' }) })],
    ['by a supplier', () => ({})],
    ['1,950.25', (d) => ({ services: first(d.services, { cost: 1950.25 }) })],
    ['on record yet', () => ({ services: [] })],
  ],
  costs: [
    ['1,950.25', (d) => ({ services: first(d.services, { cost: 1950.25 }) })],
    ['579.90', () => ({})],
    ['XTS', (d) => ({ services: first(d.services, { currency: 'XTS' }) })],
  ],
  inspections: [
    ['VIR-SENTINEL', (d) => ({ inspections: first(d.inspections, { vir_code: 'VIR-SENTINEL' }) })],
    ['17 / 100', (d) => ({ inspections: first(d.inspections, { score: 17 }) })],
    ['In progress', (d) => ({ inspections: first(d.inspections, { status: 'in_progress' }) })],
    ['inspected yet', () => ({ inspections: [] })],
  ],
  photo: [
    ['sentinel.jpg', (d) => ({ photo: { ...d.photo!, url: 'https://frames.example/sentinel.jpg' } })],
    ['11:11 UTC', (d) => ({ photo: { ...d.photo!, captured_at: '2026-05-14T11:11:00Z' } })],
  ],
  location: [['Sentinelhaven', () => ({ marina: 'Sentinelhaven' })]],
  hin: [['XX-SENTINEL', () => ({ hin: 'XX-SENTINEL' })]],
}

for (const name of names) {
  test(`${name} off: its fields are in nothing that a stranger can get`, () => {
    assert.ok(HIDDEN[name].length > 0)
    for (const [sentinel, change] of HIDDEN[name]) {
      const full = { ...sampleDossier(), ...change(sampleDossier()) }
      assert.ok(everything(full, toggles(true)).includes(sentinel), `control: ${sentinel} is drawn while ${name} is on`)
      const off = everything(full, without(name))
      assert.ok(!off.includes(sentinel), `${sentinel} leaks`)
    }
  })

  test(`${name} off: changing what it hides changes nothing at all`, () => {
    for (const [sentinel, change] of HIDDEN[name]) {
      const full = sampleDossier()
      assert.equal(everything({ ...full, ...change(full) }, without(name)), everything(full, without(name)), sentinel)
    }
  })
}

test('with everything off, only the name is left', () => {
  const { name, ...rest } = applyToggles(sampleDossier(), toggles(false))
  assert.equal(name, 'Aurora')
  assert.ok(Object.values(rest).every((field) => field === null))
  const all = everything(sampleDossier(), toggles(false))
  assert.ok(all.includes('The owner shares no more than this for now'))
})

test('with everything on, the dossier is unchanged', () => {
  assert.deepEqual(applyToggles(sampleDossier(), toggles(true)), sampleDossier())
})

test('costs, photo, home berth and hull number are private unless the owner shares them', () => {
  const off = names.filter((name) => !SHARE_TOGGLES[name].default)
  assert.deepEqual(off.sort(), ['costs', 'hin', 'location', 'photo'])
})

test('links come from the base address, with a path and with a closing slash', () => {
  assert.equal(shareLinks('https://boat.example/fleet/', 't').page, 'https://boat.example/fleet/v/t')
  assert.deepEqual(shareLinks('http://10.0.0.2:8080', 't'), {
    page: 'http://10.0.0.2:8080/v/t',
    embed: 'http://10.0.0.2:8080/embed/t',
    badge: 'http://10.0.0.2:8080/api/badge/t',
    oembed: 'http://10.0.0.2:8080/api/oembed?url=http%3A%2F%2F10.0.0.2%3A8080%2Fv%2Ft',
    home: 'http://10.0.0.2:8080/',
  })
})
