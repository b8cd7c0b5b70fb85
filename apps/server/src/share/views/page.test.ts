import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { setTimeZone } from '../../../../../scripts/time-zone.ts'
import { emptyDossier, sampleDossier } from '../../testing/accounts/sample-dossier.ts'
import { applyToggles, type Dossier, type ShareLinks, shareLinks } from '../dossier/dossier.ts'
import { pageCsp, page as pageIn, privatePage } from './page.ts'
import { PAGE_CSS } from './page-style.ts'
import { wordsIn } from './words.ts'

const PRIVATE_PAGE = privatePage(wordsIn('en'))
const page = (dossier: Dossier, links: ShareLinks, now: Date) => pageIn(dossier, links, now, wordsIn('en'))

// Far from UTC, so that a date in the zone of the machine would be another.
setTimeZone('America/New_York')

const now = new Date('2026-05-14T10:04:00Z')
const links = shareLinks('https://boat.example', 'token')
const draw = (change: Partial<Dossier> = {}) => page({ ...sampleDossier(), ...change }, links, now)

/** Every tag in order with the names of its attributes: what text must never change. */
const structure = (document: string): string[] =>
  [...document.replace(PAGE_CSS, '').matchAll(/<(\/?[a-z0-9]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, tag, attributes]) =>
      [tag, ...[...attributes!.matchAll(/([\w:-]+)(?:="[^"]*")?/g)].map(([, name]) => name)].join(' '),
  )

const withText = (text: string): Dossier => {
  const full = sampleDossier()
  return {
    ...full,
    name: `n${text}`,
    hin: `h${text}`,
    marina: `m${text}`,
    specs: { ...full.specs!, make: `b${text}`, model: `c${text}` },
    due: full.due!.map((item) => ({ ...item, title: text })),
    services: full.services!.map((entry) => ({ ...entry, title: text, currency: entry.currency && `c${text}` })),
    inspections: full.inspections!.map((one) => ({ ...one, vir_code: `v${text}` })),
  }
}

test('no text of the owner changes the structure of the page', () => {
  const plain = structure(page(withText('a'), links, now))
  assert.ok(plain.length > 150)
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '</text><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onload='x",
      '</title><p>',
      '<!--',
      '\0',
    ),
  )
  fc.assert(fc.property(hostile, (text) => assert.deepEqual(structure(page(withText(text), links, now)), plain)))
})

test('nothing on the page needs what its policy forbids', () => {
  const document = draw()
  assert.doesNotMatch(document, /<script|\sstyle=|\son\w+=|javascript:/i)
  const style = /<style>([\s\S]*)<\/style>/.exec(document)?.[1]
  const hash = createHash('sha256').update(style!).digest('base64')
  assert.ok(pageCsp(sampleDossier()).includes(`style-src 'sha256-${hash}'`))
  assert.ok(pageCsp(sampleDossier()).includes("img-src 'self' https://frames.example;"))
  assert.ok(pageCsp(emptyDossier()).includes("img-src 'self';"))
  assert.doesNotMatch(PAGE_CSS, /[<]|url\(|@import/)
})

test('headings follow each other without a gap, ids are unique, and every label has its target', () => {
  for (const document of [draw(), page(emptyDossier(), links, now), PRIVATE_PAGE]) {
    const levels = [...document.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
    assert.equal(levels[0], 1)
    assert.equal(levels.filter((level) => level === 1).length, 1)
    for (const [place, level] of levels.entries()) assert.ok(level <= (levels[place - 1] ?? 0) + 1)
    const ids = [...document.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, label] of document.matchAll(/aria-labelledby="([^"]+)"/g)) assert.ok(ids.includes(label))
    assert.match(document, /<html lang="en">[\s\S]*<main/)
    assert.match(document, /<meta name="robots" content="noindex, nofollow">/)
  }
})

test('link previews and oEmbed discovery', () => {
  const head = draw().split('</head>')[0]!
  for (const line of [
    '<title>Aurora · Dragonfly 32 Evolution</title>',
    '<link rel="canonical" href="https://boat.example/v/token">',
    '<link rel="alternate" type="application/json+oembed" href="https://boat.example/api/oembed?url=https%3A%2F%2Fboat.example%2Fv%2Ftoken" title="Aurora · Dragonfly 32 Evolution">',
    '<meta property="og:url" content="https://boat.example/v/token">',
    '<meta property="og:image" content="https://frames.example/1.jpg?sig=x">',
    '<meta name="twitter:card" content="summary_large_image">',
  ]) {
    assert.ok(head.includes(line), line)
  }
  const bare = draw({ photo: null })
  assert.doesNotMatch(bare, /og:image|<img/)
  assert.match(bare, /name="twitter:card" content="summary"/)
})

test('a due item says its status in words, its date, and its hours', () => {
  const document = draw()
  for (const words of ['Overdue', 'Due soon', 'Up to date'])
    assert.ok(document.includes(`</svg>${words}</span>`), words)
  assert.ok(
    document.includes(
      '<time datetime="2026-05-02">2 May 2026</time> (12 days ago) or at 1,190\u00a0h (14\u00a0h over)',
    ),
  )
  assert.ok(document.includes('<p class="quiet">at 1,350\u00a0h (146\u00a0h to go)</p>'))
  assert.ok(draw({ hours: { meter: 1350, log: [] } }).includes('at 1,350\u00a0h (now)'))
})

test('services stand under their year in UTC, with the costs of the year by currency', () => {
  const document = draw()
  assert.ok(document.indexOf('id="year-2026"') < document.indexOf('id="year-2025"'))
  assert.ok(document.includes('<span>2 services · 579.90\u00a0EUR</span>'))
  assert.ok(document.includes('<span>1 service</span>'))
  const entry = sampleDossier().services![0]!
  const mixed = draw({
    services: [entry, { ...entry, currency: 'SEK' }, { ...entry, cost: 0.2, currency: 'eur' }, { ...entry, cost: 0.1 }],
  })
  assert.ok(mixed.includes('<span>4 services · 130.20\u00a0EUR · 129.90\u00a0SEK</span>'))
})

test('the 200 most recent services are shown, and the page says so', () => {
  const entry = sampleDossier().services![0]!
  const rows = (n: number) => draw({ services: Array.from({ length: n }, () => entry), inspections: null })
  const drawn = (document: string) => document.match(/by the owner<\/p>/g)?.length
  assert.equal(drawn(rows(201)), 200)
  assert.match(rows(201), /The 200 most recent services are shown/)
  assert.equal(drawn(rows(199)), 199)
  assert.doesNotMatch(rows(199), /most recent services/)
})

test('a new boat is welcomed with words, not with holes', () => {
  const document = page(emptyDossier(), links, now)
  for (const words of [
    'No score yet',
    'No maintenance is planned yet',
    'No service is on record yet',
    'has not been read yet',
    'has not been inspected yet',
  ]) {
    assert.ok(document.includes(words), words)
  }
  assert.doesNotMatch(document, /null|undefined|NaN|Invalid/)
})

test('what is not shared leaves no heading behind', () => {
  const bare = applyToggles(sampleDossier(), {
    specs: false,
    health: false,
    due: false,
    engine_hours: false,
    service_history: false,
    inspections: false,
    costs: false,
    photo: false,
    location: false,
    hin: false,
  })
  assert.doesNotMatch(page(bare, links, now), /<h2|<svg class="ring/)
})

test('the private page names no vessel and no token', () => {
  assert.match(PRIVATE_PAGE, /This dossier is private/)
  assert.doesNotMatch(PRIVATE_PAGE, /og:|canonical|<link/)
})

const drawGerman = (change: Partial<Dossier> = {}) =>
  pageIn({ ...sampleDossier(), ...change }, shareLinks('https://boat.example', 'token', 'de'), now, wordsIn('de'))

test('the page in German: words, numbers, dates, and times from now', () => {
  const document = drawGerman()
  for (const words of [
    '<html lang="de">',
    'Zustand 84 von 100',
    'Trimaran',
    '9,87\u00a0m',
    'content="Trimaran · 9,87\u00a0m · Zustand 84 / 100 · Wartung: 1 überfällig · 1.204 Betriebsstunden"',
    '</svg>Überfällig</span>',
    '</svg>Bald fällig</span>',
    '</svg>In Ordnung</span>',
    '02.05.2026</time> (vor 12 Tagen) oder bei 1.190\u00a0h (14\u00a0h darüber)',
    '<p class="quiet">bei 1.350\u00a0h (noch 146\u00a0h)</p>',
    '<span>2 Wartungen · 579,90\u00a0EUR</span>',
    '<span>1 Wartung</span>',
    'vom Eigner',
    'von Werft oder Betrieb',
    'An Bord, <time datetime="2026-05-14T09:41:00.000Z">14.05.2026, 09:41 UTC</time>',
  ]) {
    assert.ok(document.includes(words), words)
  }
  assert.match(privatePage(wordsIn('de')), /<html lang="de">[\s\S]*Dieses Dossier ist privat/)
  assert.doesNotMatch(drawGerman({ ...emptyDossier() }), /null|undefined|NaN|Invalid/)
})

test('both languages have the same structure, and each leads to the other', () => {
  const others = (document: string) => [...document.matchAll(/<a href="\?lang=(\w+)" lang="\1" hreflang="\1">(\w+)</g)]
  assert.deepEqual(structure(drawGerman()), structure(draw()))
  assert.deepEqual(
    [draw(), drawGerman()].map((document) => others(document).map(([, language, name]) => `${language} ${name}`)),
    [['de Deutsch'], ['en English']],
  )
})

test('a page whose link names a language says so in every link of its own', () => {
  const head = drawGerman().split('</head>')[0]!
  for (const line of [
    '<link rel="canonical" href="https://boat.example/v/token?lang=de">',
    'href="https://boat.example/api/oembed?url=https%3A%2F%2Fboat.example%2Fv%2Ftoken%3Flang%3Dde"',
    '<meta property="og:url" content="https://boat.example/v/token?lang=de">',
  ]) {
    assert.ok(head.includes(line), line)
  }
})
