import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import pino from 'pino'
import { until } from '../../../../../scripts/until.ts'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import { installationSecrets } from '../../settings/secret.ts'
import { testServerUrl } from '../../testing/database.ts'
import { startService } from '../../testing/service.ts'
import { logSetupToken, setupToken } from './first-account.ts'

const PASSWORD = 'correct horse battery'
const PROXIED = { 'x-forwarded-for': '203.0.113.7' }

async function startEmpty(env: Record<string, string> = {}) {
  const service = await startService({ SIGNUPS: 'closed', ...env })
  const { client, config, database } = service
  const token = setupToken((await installationSecrets(config)).current)
  /** As a client does that is told to come back (503): eight at once can wait for a busy database longer than a request may. */
  const signUp = (email: string, fields: object = {}, headers: Record<string, string> = {}) => {
    const body = { name: 'Ada', email, password: PASSWORD, ...fields }
    return until(async () => {
      const answer = await client.call(contract.signUp, null, { body, headers })
      return answer.status === 503 ? null : answer
    }, 'an answer to the sign-up')
  }
  const accounts = async () => {
    const { rows } = await sql<{ email: string; operator: boolean }>`
      select email, operator from owner order by created_at`.execute(database.db)
    return rows
  }
  return { ...service, token, signUp, accounts }
}

test('of first accounts made at once one is made, and is the operator', async () => {
  const { signUp, accounts } = await startEmpty()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => signUp(`ada-${n}@example.org`)))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ body }) => body.error),
    Array(7).fill('signups_closed'),
  )
  assert.deepEqual(
    (await accounts()).map(({ operator }) => operator),
    [true],
  )
})

test('one statement decides, also between those that were told that there is no account', {
  skip: !testServerUrl && 'one connection',
}, async () => {
  const { database, signUp, accounts } = await startEmpty()
  const { db } = database
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(db)
    return rows.length
  }
  const begun = await db.transaction().execute(async (tx) => {
    // Of the trigger, which each of them reaches.
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.firstAccount)})`.execute(tx)
    const answers = ['ada', 'bob', 'cyd'].map((name) => signUp(`${name}@example.org`))
    await until(async () => (await waiting()) === 3, 'three accounts at the trigger')
    return answers
  })
  const answers = await Promise.all(begun)
  assert.deepEqual(answers.map(({ status, body }) => body.error ?? status).sort(), [
    200,
    'signups_closed',
    'signups_closed',
  ])
  assert.equal((await accounts()).length, 1)
})

test('while sign-up is open, all are made, and one is the operator', async () => {
  const { signUp, accounts } = await startEmpty({ SIGNUPS: 'open' })
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => signUp(`ada-${n}@example.org`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(4).fill(200),
  )
  assert.equal((await accounts()).filter(({ operator }) => operator).length, 1)
})

test('through a proxy the first account needs the set-up token, also while sign-up is open; later ones do not', async () => {
  const { client, config, database, signUp, token, accounts } = await startEmpty({ SIGNUPS: 'open' })
  const logged = async () => {
    const lines: string[] = []
    const settings = { signups: 'open', baseUrl: config.baseUrl, token } as const
    await logSetupToken(database.db, settings, pino({}, { write: (line: string) => void lines.push(line) }))
    return lines.join('').includes(token)
  }
  assert.equal(await logged(), true)
  const start = await client.ok(contract.getStart, null, { headers: PROXIED })
  assert.deepEqual([start.first_run, start.setup_token_required], [true, true])
  const wrong = [{}, { setupToken: '' }, { setupToken: token.slice(1) }, { setupToken: `${token}0` }]
  for (const fields of wrong) {
    const { status, body } = await signUp('eve@example.org', fields, PROXIED)
    assert.deepEqual([status, body.error], [403, 'setup_token_required'])
  }
  const typed = ` ${token.toUpperCase().replaceAll('-', ' ')} `
  assert.equal((await signUp('ada@example.org', { setupToken: typed }, PROXIED)).status, 200)
  assert.equal((await client.ok(contract.getStart, null, { headers: PROXIED })).setup_token_required, false)
  assert.equal((await signUp('bob@example.org', {}, PROXIED)).status, 200)
  assert.equal(await logged(), false)
  assert.deepEqual(await accounts(), [
    { email: 'ada@example.org', operator: true },
    { email: 'bob@example.org', operator: false },
  ])
})

test('where BASE_URL is not of this machine, a proxy may add no header: the token is needed too', async () => {
  const { client, signUp, token } = await startEmpty({ BASE_URL: 'https://boat.example' })
  assert.equal((await client.ok(contract.getStart, null)).setup_token_required, true)
  assert.equal((await signUp('ada@example.org')).body.error, 'setup_token_required')
  assert.equal((await signUp('ada@example.org', { setupToken: token })).status, 200)
})

test('closed sign-up answers the same for an address that has an account', async () => {
  const { signUp } = await startEmpty()
  await signUp('ada@example.org')
  for (const email of ['ada@example.org', 'ADA@example.org', 'nobody@example.org', 'not an address']) {
    const { status, text } = await signUp(email)
    assert.deepEqual([status, text], [403, '{"error":"signups_closed"}'], email)
  }
})

test('two sign-ups with one address at once: the second is told that the address is taken', async () => {
  const { signUp } = await startEmpty({ SIGNUPS: 'open' })
  await signUp('ada@example.org')
  const answers = await Promise.all(Array.from({ length: 4 }, () => signUp('bob@example.org')))
  const errors = answers.map(({ status, body }) => body.error ?? status).sort()
  assert.deepEqual(errors, [200, 'email_taken', 'email_taken', 'email_taken'])
})
