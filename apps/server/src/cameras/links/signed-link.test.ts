import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Grant, type LinkKey, readFrameLink, shareMark, signFrameLink } from './signed-link.ts'

const key: LinkKey = { id: '1', secret: randomBytes(32) }
const frameId = randomUUID()
const issued = new Date('2026-05-14T09:00:00.000Z')
const later = (ms: number) => new Date(issued.getTime() + ms)
const queryOf = (link: string) => link.slice(link.indexOf('?') + 1)
const query = queryOf(signFrameLink('https://boat.example', { frameId, size: 'full' }, key, issued))
const check = (text: string, now = issued) => readFrameLink(text, frameId, [key], now) !== undefined

test('a link names the frame, the end, the key and the signature', () => {
  const link = signFrameLink('https://boat.example/app', { frameId, size: 'full' }, key, issued)
  assert.match(link, new RegExp(`^https://boat\\.example/app/frames/${frameId}\\?exp=1778751000&kid=1&sig=[\\w-]{43}$`))
})

test('a link is valid for thirty minutes and not a second more', () => {
  assert.equal(check(query), true)
  assert.equal(check(query, later(30 * 60_000)), true)
  assert.equal(check(query, later(30 * 60_000 + 1000)), false)
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      const own = queryOf(signFrameLink('', { frameId, size: 'full' }, key, now))
      assert.equal(check(own, new Date(now.getTime() + 1_800_000)), true)
      assert.equal(check(own, new Date(now.getTime() + 1_801_000)), false)
    }),
  )
})

const mark = shareMark('s7Kq2xW9vT4yZ1aB3cD5eF', key)
const GRANTS: Grant[] = [
  { frameId, size: 'full', share: undefined },
  { frameId, size: 'thumb', share: undefined },
  { frameId, size: 'screen', share: undefined },
  { frameId, size: 'screen', share: mark },
]

test('a link grants its own size, to its own share, and nothing else', () => {
  const queries = GRANTS.map((grant) => queryOf(signFrameLink('', grant, key, issued)))
  for (const [i, query] of queries.entries()) {
    assert.deepEqual(readFrameLink(query, frameId, [key], issued), GRANTS[i])
    const sig = query.slice(-43)
    for (const other of queries.filter((each) => each !== query)) assert.equal(check(other.slice(0, -43) + sig), false)
  }
})

test('a link of the form before sizes were signed is refused', () => {
  for (const size of ['thumb', 'screen', 'full']) assert.equal(check(`${query}&size=${size}`), false)
})

test('the mark of a share does not tell its token, and belongs to one token and one key', () => {
  assert.match(mark, /^[\w-]{22}$/)
  assert.notEqual(mark, shareMark('s7Kq2xW9vT4yZ1aB3cD5eG', key))
  assert.notEqual(mark, shareMark('s7Kq2xW9vT4yZ1aB3cD5eF', { ...key, secret: randomBytes(32) }))
})

test('any change of a character makes it invalid', () => {
  for (const grant of GRANTS) {
    const query = queryOf(signFrameLink('', grant, key, issued))
    for (let at = 0; at < query.length; at++) {
      for (const character of ['0', '1', 'A', '-', '&', '=', '%', '']) {
        if (query[at] === character) continue
        assert.equal(check(query.slice(0, at) + character + query.slice(at + 1)), false, `${at} ${character}`)
      }
    }
  }
})

test('another frame, another key and a key that has gone make it invalid', () => {
  const valid = (keys: LinkKey[], text = query, id: string = frameId) =>
    readFrameLink(text, id, keys, issued) !== undefined
  assert.equal(valid([key], query, randomUUID()), false)
  assert.equal(valid([key], query, frameId.toUpperCase()), false)
  assert.equal(valid([{ ...key, secret: randomBytes(32) }]), false)
  assert.equal(valid([{ ...key, id: '2' }]), false)
  assert.equal(valid([]), false)
  const next = { id: '2', secret: randomBytes(32) }
  assert.equal(valid([next, key]), true)
  // The same secret under two ids still makes two signatures.
  const twin = { ...key, id: '2' }
  assert.equal(valid([key, twin], query.replace('kid=1', 'kid=2')), false)
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
  for (const spelling of spellings) assert.equal(check(spelling), false, spelling.slice(0, 100))
})
