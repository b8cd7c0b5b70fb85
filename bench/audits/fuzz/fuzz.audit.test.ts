import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS, getVessel, listVessels, ROUTES } from '@binnacle/contract'
import { lacks } from '../../../scripts/programs.ts'
import { Dice } from './dice.ts'
import { type Draft, toShot } from './draft.ts'
import { auditFuzz, type FuzzOptions, describe as inWords } from './fuzz.ts'
import { badError, fault } from './judge.ts'
import { parse } from './wire.ts'
import type { Victim } from './world.ts'

/** The same each time, so that what fails is what was changed; npm run audit:fuzz looks for more. */
const seed = 8
const REQUESTS = 800
/** Of what is not about the database: PostgreSQL needs less of the processor. */
const database: FuzzOptions['database'] = lacks('initdb') ? 'embedded' : 'postgres'

test('requests made from the contract and spoilt: no 5xx, no crash, errors of the contract, nothing of another owner', async (t) => {
  const options = { requests: REQUESTS, seed }
  const report = await auditFuzz(options)
  t.diagnostic(inWords(options, report))
  assert.deepEqual(report.faults, [], `npm run audit:fuzz -- --requests ${REQUESTS} --seed ${seed}`)
  assert.equal(report.requests, REQUESTS)
  assert.ok(report.routes > 85 && report.succeeded > 30, `${report.routes} routes, ${report.succeeded} answered 2xx`)
})

/**
 * They need a passkey, an authenticator app, a good provider, what was sent by e-mail or an alarm of the installation, are not
 * set up, or are not for requests through a proxy.
 */
const UNANSWERED = [
  'acknowledgeInstallationAlarm',
  'addPasskey',
  'endInstallationSilence',
  'finishOidc',
  'getMetrics',
  'getSecurityTxt',
  'makeBackupCodes',
  'readCalendar',
  'requestPasswordReset',
  'resetPassword',
  'signInWithPasskey',
  'silenceInstallationAlarm',
  'unlinkOidc',
  'verifyBackupCode',
  'verifyChannel',
  'verifyTotp',
]

test('an unspoilt request of each route of the contract is answered 2xx; a field more that nobody knows is in no answer (bad-input 18)', async () => {
  const { faults, routes, unanswered } = await auditFuzz({ requests: 0, seed, each: 40, database })
  assert.deepEqual(faults, [])
  assert.equal(routes, ROUTES.length)
  assert.deepEqual(unanswered.sort(), UNANSWERED)
})

test('control: an owner whose things answer to others is found', async () => {
  const { faults } = await auditFuzz({ requests: 300, seed, control: 'leak', database })
  assert.ok(faults.some((line) => line.includes('another owner')))
})

test('control: a service that dies is found', async () => {
  const { faults } = await auditFuzz({ requests: 1_000_000, seed, control: 'crash', database })
  assert.ok(faults.some((line) => line.startsWith('the service ended')))
})

const draft: Draft = {
  route: getVessel,
  method: 'GET',
  path: '/v1/vessels/x',
  query: [],
  headers: [],
  json: null,
  bytes: null,
  rawLines: [],
  framing: 'length',
  done: ['segment'],
}
const victim = { marker: 'Xanthippe', world: { ids: { vessel: 'v-1' } } } as unknown as Victim
const judged = (status: number, text: string, more: Partial<Draft> = {}) =>
  fault(
    { ...draft, ...more },
    false,
    { status, headers: new Map([['content-type', 'application/json']]), body: Buffer.from(text) },
    victim,
  )

test('what is judged a fault: a 5xx, an error of another form, a wrong status, what is another owner’s, no answer', () => {
  for (const code of ['not_found', 'invalid_request: /x is wrong', 'headers_too_large', 'too_frequent']) {
    const { status } = ERRORS[code.split(':')[0] as keyof typeof ERRORS]
    assert.equal(judged(status, JSON.stringify({ error: code })), null, code)
  }
  for (const [status, text] of [
    [500, '{"error":"internal_error"}'],
    [503, '{"error":"unavailable"}'],
    [400, '{"error":"not_found"}'],
    [404, '{"error":"not_found","message":"x"}'],
    [404, '{"error":"gone"}'],
    [404, 'not found'],
    [404, ''],
    [200, '{"vessel":{"name":"Xanthippe"}}'],
    [404, '{"error":"not_found: v-1"}'],
  ] as const)
    assert.notEqual(judged(status, text), null, `${status} ${text}`)
  const vessels = (more: Partial<Draft>) => judged(200, '{"vessels":[]}', { route: listVessels, ...more })
  assert.equal(vessels({ done: ['header'] }), null)
  assert.notEqual(vessels({ done: ['query unknown'], query: [['since', '1']] }), null, 'a parameter that is ignored')
  assert.notEqual(vessels({ done: ['field misspelt'] }), null, 'a field that is ignored')
  assert.notEqual(judged(200, '{"vessel":{}}', { done: [] }), null, 'an answer that the contract does not declare')
  assert.notEqual(fault(draft, false, 'closed', victim), null)
  assert.notEqual(fault(draft, true, 'silence', victim), null)
  assert.equal(badError(501, { error: 'unsupported_format' }), null)
})

test('a seed repeats its choices, and others make other ones', () => {
  const choices = (s: number, index: number) =>
    Array.from({ length: 20 }, (_, i) => new Dice(s, index + i).below(1_000_000))
  assert.deepEqual(choices(5, 7), choices(5, 7))
  assert.equal(new Set([...choices(5, 0), ...choices(6, 0)]).size, 40)
  assert.match(new Dice(1, 1).uuid(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('what goes onto the wire is framed as it says, and answers of every form are read', () => {
  const body = '{"a":1}'
  const chunked = toShot({ ...draft, method: 'POST', json: body, framing: 'chunked' }, 'h').bytes.toString()
  assert.ok(chunked.endsWith('Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n'), chunked)
  const heard = (text: string, ended = false) => parse(Buffer.from(text), false, ended)
  assert.equal(heard('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc'), null)
  assert.equal(heard('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc')!.body.toString(), 'abc')
  const pieces = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n'
  assert.equal(heard(pieces), null)
  assert.equal(heard(`${pieces}0\r\n\r\n`)!.body.toString(), 'abcde')
  assert.equal(heard('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nX: y\r\n\r\nxyz', true)!.status, 404)
})
