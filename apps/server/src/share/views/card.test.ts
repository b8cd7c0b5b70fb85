import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { emptyDossier, sampleDossier } from '../../testing/accounts/sample-dossier.ts'
import type { Dossier, ShareLinks } from '../dossier/dossier.ts'
import { shareLinks } from '../dossier/dossier.ts'
import { CARD_CSP, card as cardIn, privateCard } from './card.ts'
import { wordsIn } from './words.ts'

const card = (dossier: Dossier, links: ShareLinks) => cardIn(dossier, links, wordsIn('en'))

const links = shareLinks('https://boat.example', 'token')

test('the whole card is one link to the page, in a new tab that cannot reach back', () => {
  const document = card(sampleDossier(), links)
  assert.equal(document.match(/<a /g)?.length, 1)
  assert.match(
    document,
    /<main aria-labelledby="name"><a class="card" href="https:\/\/boat\.example\/v\/token" target="_blank" rel="noopener">[\s\S]*<\/a><\/main>/,
  )
})

test('any site may frame the card; it runs nothing, loads nothing, and has the style that its policy allows', () => {
  for (const document of [card(sampleDossier(), links), privateCard(wordsIn('en'))]) {
    assert.doesNotMatch(document, /<script|<img|\sstyle=|\son\w+=|url\(/i)
    const style = /<style>([\s\S]*)<\/style>/.exec(document)?.[1]
    assert.ok(CARD_CSP.includes(`style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`))
  }
  assert.match(CARD_CSP, /^default-src 'none';.*frame-ancestors \*$/)
})

test('the card shows name, make, health, what is due, and the meter', () => {
  const document = card(sampleDossier(), links)
  for (const words of [
    '>Aurora<',
    '>Dragonfly 32 Evolution<',
    'Trimaran · 9.87\u00a0m',
    '84 out of 100',
    '1 overdue',
    '1,204\u00a0h',
  ]) {
    assert.ok(document.includes(words), words)
  }
  assert.doesNotMatch(card(emptyDossier(), links), /null|undefined|NaN/)
})

test('a hostile name is text', () => {
  const document = card({ ...sampleDossier(), name: '</h1><script>alert(1)</script>' }, links)
  assert.doesNotMatch(document, /<script/)
  assert.ok(document.includes('&lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;'))
})

test('a boat whose tasks were never logged has tasks', () => {
  const due = sampleDossier().due!.map((item) => ({ ...item, status: 'ok' as const, never_logged: true }))
  assert.match(card({ ...sampleDossier(), due }, links), /Maintenance: <\/span>3 never logged/)
  assert.match(card({ ...sampleDossier(), due: [] }, links), /Maintenance: <\/span>nothing planned/)
})

test('the card in German', () => {
  const document = cardIn(sampleDossier(), links, wordsIn('de'))
  for (const words of [
    '<html lang="de">',
    'Trimaran · 9,87\u00a0m',
    'Zustand 84 von 100',
    'Wartung: </span>1 überfällig',
    'Motor: 1.204\u00a0h',
    'Dossier öffnen',
  ]) {
    assert.ok(document.includes(words), words)
  }
  assert.match(privateCard(wordsIn('de')), /<html lang="de">[\s\S]*privat/)
})
