import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkFrameLink, type LinkKey, signFrameLink } from './signed-link.ts'

const key: LinkKey = { id: '1', secret: randomBytes(32) }
const frameId = randomUUID()
const issued = new Date('2026-05-14T09:00:00.000Z')
const later = (ms: number) => new Date(issued.getTime() + ms)
const queryOf = (link: string) => link.slice(link.indexOf('?') + 1)
const query = queryOf(signFrameLink('https://boat.example', frameId, key, issued))
const check = (text: string, now = issued) => checkFrameLink(text, frameId, [key], now)

test('a link names the frame, the end, the key and the signature', () => {
  const link = signFrameLink('https://boat.example/app', frameId, key, issued)
  assert.match(link, new RegExp(`^https://boat\\.example/app/frames/${frameId}\\?exp=1778751000&kid=1&sig=[\\w-]{43}$`))
})

test('a link is valid for thirty minutes and not a second more', () => {
  assert.equal(check(query), 'ok')
  assert.equal(check(query, later(30 * 60_000)), 'ok')
  assert.equal(check(query, later(30 * 60_000 + 1000)), 'invalid')
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      const own = queryOf(signFrameLink('', frameId, key, now))
      assert.equal(check(own, new Date(now.getTime() + 1_800_000)), 'ok')
      assert.equal(check(own, new Date(now.getTime() + 1_801_000)), 'invalid')
    }),
  )
})

test('the smaller pictures need no signature of their own', () => {
  for (const size of ['thumb', 'screen']) assert.equal(check(`${query}&size=${size}`), 'ok')
  for (const size of ['full', 'thumb&size=thumb', 'thumb&size=screen', 'Thumb', ''])
    assert.equal(check(`${query}&size=${size}`), 'invalid')
})

test('any change of a character makes it invalid', () => {
  for (let at = 0; at < query.length; at++) {
    for (const character of ['0', '1', 'A', '-', '&', '=', '%', '']) {
      if (query[at] === character) continue
      assert.equal(check(query.slice(0, at) + character + query.slice(at + 1)), 'invalid', `${at} ${character}`)
    }
  }
})

test('another frame, another key and a key that has gone make it invalid', () => {
  assert.equal(checkFrameLink(query, randomUUID(), [key], issued), 'invalid')
  assert.equal(checkFrameLink(query, frameId.toUpperCase(), [key], issued), 'invalid')
  assert.equal(checkFrameLink(query, frameId, [{ ...key, secret: randomBytes(32) }], issued), 'invalid')
  assert.equal(checkFrameLink(query, frameId, [{ ...key, id: '2' }], issued), 'invalid')
  assert.equal(checkFrameLink(query, frameId, [], issued), 'invalid')
  const next = { id: '2', secret: randomBytes(32) }
  assert.equal(checkFrameLink(query, frameId, [next, key], issued), 'ok')
  // The same secret under two ids still makes two signatures.
  const twin = { ...key, id: '2' }
  assert.equal(checkFrameLink(query.replace('kid=1', 'kid=2'), frameId, [key, twin], issued), 'invalid')
})

test('only the one spelling is a link', () => {
  const [exp, kid, sig] = query.split('&') as [string, string, string]
  const seconds = exp.slice(4)
  const spellings = [
    '',
    `?${query}`,
    `${query}&`,
    `${query}&exp=${seconds}`,
    `${query}&${sig}`,
    `${exp}&${query}`,
    `${kid}&${exp}&${sig}`,
    `${query}&utm=1`,
    `${exp}&${kid}`,
    `exp=0${seconds}&${kid}&${sig}`,
    `exp=+${seconds}&${kid}&${sig}`,
    `exp=%2B${seconds}&${kid}&${sig}`,
    `exp=${seconds}.0&${kid}&${sig}`,
    `exp=1e9&${kid}&${sig}`,
    `exp=${seconds}&${kid}&${sig}=`,
    `${exp}&${kid}&sig=${'A'.repeat(1_000_000)}`,
    `${query}\n`,
  ]
  for (const spelling of spellings) assert.equal(check(spelling), 'invalid', spelling.slice(0, 100))
})
