import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationFor, challengesIn } from './authorization.ts'

// RFC 7616, 3.9.1.
const SHA_256 =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const MD5 = SHA_256.replace('SHA-256', 'MD5')
const mufasa = { username: 'Mufasa', password: 'Circle of Life' }
const get = { method: 'GET', target: '/dir/index.html', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' }
const answer = (...headers: string[]) => authorizationFor(challengesIn(headers), mufasa, get)
const responseOf = (header: string | null) => /response="(\w+)"/.exec(header ?? '')?.[1]

test('Digest as RFC 7616 has it, with SHA-256 and with MD5', () => {
  const expected = '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'
  assert.equal(responseOf(answer(SHA_256)), expected)
  assert.equal(responseOf(answer(MD5)), '8ca523f5e9506fed4657c9700eebdbec')
  assert.match(
    answer(MD5)!,
    /^Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf.*", uri="\/dir\/index.html", response="\w+", opaque="FQhe\S*", algorithm=MD5, qop=auth, nc=00000001, cnonce="f2\S*"$/,
  )
})

test('Digest without qop, as old cameras want it (RFC 2617, 3.5 without qop)', () => {
  const old = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'
  const header = authorizationFor(challengesIn([old]), { ...mufasa, password: 'Circle Of Life' }, get)!
  assert.equal(responseOf(header), '670fd8c2df070c60b045671b8b24ff02')
  assert.doesNotMatch(header, /qop|cnonce|algorithm/)
})

test('the strongest that is offered, in one header or in several; Basic last', () => {
  assert.match(answer(MD5, SHA_256)!, /SHA-256/)
  assert.match(answer(`Basic realm="a, Digest b", ${MD5}`)!, /^Digest .*MD5/)
  assert.equal(answer('Basic realm="cam"'), `Basic ${Buffer.from('Mufasa:Circle of Life').toString('base64')}`)
  assert.equal(answer('basic'), answer('Basic realm="cam"'))
})

test('what cannot be answered is not', () => {
  assert.equal(answer('Digest realm="x", nonce="y", algorithm=SHA-512-256'), null)
  assert.equal(answer('Bearer realm="x"'), null)
  assert.equal(answer(), null)
})

test('quotes in names are escaped', () => {
  const header = authorizationFor(
    challengesIn(['Digest realm="a \\"b\\"", nonce="n"']),
    { username: 'o"k', password: '' },
    get,
  )
  assert.match(header!, /username="o\\"k", realm="a \\"b\\""/)
})

test('a long header costs no long time', () => {
  // Of the processor: another program that has it meanwhile does not count.
  const before = process.cpuUsage()
  challengesIn([`Digest ${'a="b'.repeat(4000)}`, 'Digest '.repeat(3000), `Digest x="${'\\'.repeat(16_000)}`])
  challengesIn([`"${'\\"'.repeat(32_000)}`, `"${'\\"'.repeat(32_000)}\\`, `Digest ${'a'.repeat(64_000)}`])
  const { user } = process.cpuUsage(before)
  assert.ok(user < 2_000_000, `${user} µs`)
})
