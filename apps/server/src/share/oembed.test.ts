import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampleDossier } from '../testing/accounts/sample-dossier.ts'
import { type Dossier, type ShareLinks, shareLinks } from './dossier/dossier.ts'
import { langOfUrl, maxSize, oembed as oembedIn, shareTokenFromUrl } from './oembed.ts'
import { wordsIn } from './views/words.ts'

const BASE = 'https://boat.example'
const links = shareLinks(BASE, 'tok_EN-1')
const oembed = (dossier: Dossier, to: ShareLinks, max?: Parameters<typeof oembedIn>[3]) =>
  oembedIn(dossier, to, wordsIn('en'), max)

test('a link that names a language gets the card in it', () => {
  assert.equal(langOfUrl(`${BASE}/v/t?utm_source=x&lang=de#history`), 'de')
  assert.equal(langOfUrl(`${BASE}/v/t?language=de`), undefined)
  const { html } = oembed(sampleDossier(), shareLinks(BASE, 't', 'de'))
  assert.match(html, /src="https:\/\/boat\.example\/embed\/t\?lang=de"/)
  const { title } = oembedIn({ ...sampleDossier(), name: '\0', specs: null }, links, wordsIn('de'))
  assert.equal(title, 'Boot ohne Namen')
})

test('a share link of this installation gives its token', () => {
  for (const url of [
    'https://boat.example/v/tok_EN-1',
    'https://boat.example/v/tok_EN-1?utm_source=x&y=@',
    'https://boat.example/v/tok_EN-1#history',
    'HTTPS://Boat.Example:443/v/tok_EN-1',
  ]) {
    assert.equal(shareTokenFromUrl(url, BASE), 'tok_EN-1', url)
  }
})

test('the base address may have a port and a path, with or without a closing slash', () => {
  for (const base of ['http://10.0.0.2:8080/fleet', 'http://10.0.0.2:8080/fleet/']) {
    assert.equal(shareTokenFromUrl('http://10.0.0.2:8080/fleet/v/t', base), 't')
    assert.equal(shareTokenFromUrl('http://10.0.0.2:8080/v/t', base), undefined)
    assert.equal(shareTokenFromUrl('http://10.0.0.2:8080/fleetx/v/t', base), undefined)
    assert.equal(shareTokenFromUrl('http://10.0.0.2/fleet/v/t', base), undefined)
  }
})

test('anything else is no share link', () => {
  for (const url of [
    '',
    'x',
    '/v/t',
    '//boat.example/v/t',
    'https:/boat.example/v/t',
    'https:boat.example/v/t',
    'javascript:alert(1)//https://boat.example/v/t',
    'data:text/html,https://boat.example/v/t',
    'http://boat.example/v/t',
    'ftp://boat.example/v/t',
    'https://boat.example:8443/v/t',
    'https://boat.example.evil.test/v/t',
    'https://evil.test/v/t',
    'https://evil.test/?https://boat.example/v/t',
    'https://evil.test#https://boat.example/v/t',
    'https://boat.example@evil.test/v/t',
    'https://evil.test@boat.example/v/t',
    'https://@boat.example/v/t',
    'https://user:password@boat.example/v/t',
    'https://evil.test\\@boat.example/v/t',
    'https://boat.example\\v\\t',
    'https:\\\\boat.example/v/t',
    'https://boat.example//v/t',
    'https://boat.example/v//t',
    'https://boat.example/v/t/',
    'https://boat.example/v/t/?a#b',
    'https://boat.example/v/t//',
    'https://boat.example/v/t/more',
    'https://boat.example/v/',
    'https://boat.example/v',
    'https://boat.example/x/../v/t',
    'https://boat.example/v/../embed/t',
    'https://boat.example/v/%74',
    'https://boat.example/v/a%2fb',
    'https://boat.example/%76/t',
    'https://boat.example/V/t',
    'https://boat.example/embed/t',
    'https://boat.example/api/badge/t',
    ' https://boat.example/v/t',
    'https://boat.example/v/t ',
    'https://boat.example/v/t\n',
    'https://boat.\texample/v/t',
    'https://boat.example/v/t\0',
    'https://boat.example/v/tø',
    'https://boat.example:99999/v/t',
    'https://[/v/t',
    `https://boat.example/v/${'t'.repeat(41)}`,
  ]) {
    assert.equal(shareTokenFromUrl(url, BASE), undefined, url)
  }
})

test('whatever is accepted, a browser would go to the same page', () => {
  const piece = fc.constantFrom(
    'https://',
    'boat.example',
    '/v/',
    't',
    '@',
    '/',
    '\\',
    '?',
    '#',
    ':',
    '..',
    'evil.test',
    '%2f',
    '\t',
    '443',
  )
  const near = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        near.map((rest) => `${BASE}/v/t${rest}`),
      ),
      (url) => {
        const token = shareTokenFromUrl(url, BASE)
        if (token === undefined) return
        const { origin, pathname, username, password } = new URL(url)
        assert.deepEqual([origin, pathname.replace(/\/$/, ''), username, password], [BASE, `/v/${token}`, '', ''])
      },
    ),
    { numRuns: 3000 },
  )
})

test('a maximum is one positive whole decimal number, or the request is wrong', () => {
  assert.equal(maxSize('maxwidth', undefined), null)
  assert.equal(maxSize('maxwidth', '320'), 320)
  assert.equal(maxSize('maxwidth', '007'), 7)
  for (const wrong of ['', '0', '-1', '+1', '1.5', '1e2', '0x10', 'NaN', ' 1', '1 ', '٣', '1,2', 'null']) {
    assert.throws(() => maxSize('maxwidth', wrong), /invalid_request: \/maxwidth must be/, wrong)
  }
})

test('the card is offered at 420 by 220, and smaller where there is less room, never larger', () => {
  const size = (width: number | null, height: number | null) => {
    const answer = oembed(sampleDossier(), links, { width, height })
    assert.ok(answer.html.includes(`width="${answer.width}" height="${answer.height}"`))
    return [answer.width, answer.height]
  }
  assert.deepEqual(size(null, null), [420, 220])
  assert.deepEqual(size(300, null), [300, 220])
  assert.deepEqual(size(null, 100), [420, 100])
  assert.deepEqual(size(9999, maxSize('maxwidth', '9'.repeat(400))), [420, 220])
})

test('the answer is rich, and its iframe shows the card and cannot run a script', () => {
  const { html, ...rest } = oembed(sampleDossier(), links)
  assert.deepEqual(rest, {
    version: '1.0',
    type: 'rich',
    title: 'Aurora · Dragonfly 32 Evolution',
    provider_name: 'Binnacle',
    provider_url: 'https://boat.example/',
    width: 420,
    height: 220,
  })
  assert.match(
    html,
    /^<iframe src="https:\/\/boat\.example\/embed\/tok_EN-1" [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"[^>]*><\/iframe>$/,
  )
})

test('a hostile name stays inside the title of the iframe', () => {
  const { title, html } = oembed({ ...sampleDossier(), specs: null, name: '"></iframe><script>\u0000\u202e' }, links)
  assert.equal(title, '"></iframe><script>')
  assert.match(html, /^<iframe (?:[a-z]+="[^"<>]*" ?)+><\/iframe>$/)
})
