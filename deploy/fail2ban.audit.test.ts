import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { Browser } from '../apps/server/src/testing/accounts/browser.ts'
import { totpOf } from '../apps/server/src/testing/accounts/totp.ts'
import { Client } from '../apps/server/src/testing/client.ts'
import { startTestProcess } from '../apps/server/src/testing/process.ts'
import { lacks } from '../scripts/programs.ts'
import { until } from '../scripts/until.ts'

const FILTER = join(import.meta.dirname, 'fail2ban/filter.d/binnacle.conf')
const EVIL = '","address":"192.0.2.99","account":"x@example.org'

const { service, env } = await startTestProcess({ TRUST_PROXY: 'true', SIGNUPS: 'open' })
const client = new Client(service.url)

const failures = () =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"failed sign-in"'))

/** The filter's expression, as Python's that JavaScript has too; what it makes of each line: the address, or null. */
function matches(lines: string[]): (string | null)[] {
  const [, text] = /^failregex = (.*)$/m.exec(readFileSync(FILTER, 'utf8'))!
  const expression = new RegExp(text!.replace('<HOST>', '(?<host>[0-9A-Fa-f:.]+)'))
  return lines.map((line) => expression.exec(line)?.groups?.host ?? null)
}

test('failed sign-ins are logged with address, account and reason, and the filter finds their addresses', async () => {
  const { email, password } = await client.signUp()
  const wrong = { password: 'wrong horse battery' }
  const [owner, guesser, stranger] = Array.from({ length: 3 }, () => new Browser(client))
  await owner!.call(contract.signIn, { email, password })
  const { totpURI } = (await owner!.call(contract.enableTotp, { password })).body
  await owner!.call(contract.verifyTotp, { code: totpOf(totpURI, new Date()) })
  const { account } = (await owner!.call(contract.getMe)).body

  await guesser!.call(contract.signIn, { email, password })
  await guesser!.call(contract.verifyTotp, { code: 'wrong' })
  await stranger!.call(contract.signIn, { email: 'nobody@example.org', ...wrong })
  await until(() => failures().length === 2, 'lines of failed sign-ins')
  const lines = failures()
  const told = lines
    .map((line) => JSON.parse(line))
    .map(({ address, account, reason }) => ({ address, account, reason }))
  assert.deepEqual(told, [
    { address: guesser!.address, account: account.id, reason: 'invalid_code' },
    { address: stranger!.address, account: 'nobody@example.org', reason: 'invalid_email_or_password' },
  ])
  const addresses = told.map(({ address }) => address)
  assert.deepEqual(matches(lines), addresses)

  const journal = lines.map((line) => `Nov 22 14:00:00 boat node[812]: ${line}`)
  assert.deepEqual(matches(journal), addresses)
  const lie = lines[1]!.replace('nobody@example.org', EVIL.replaceAll('"', '\\"'))
  assert.deepEqual(matches([lie]), [stranger!.address])
  const other = `{"level":40,"time":"2026-11-22T14:00:00.000Z","msg":"x ${EVIL.replaceAll('"', '\\"')}"}`
  assert.deepEqual(matches([other, service.output().split('\n')[0]!]), [null, null])
})

test('fail2ban itself finds them', { skip: lacks('fail2ban-regex') }, async () => {
  const log = join(env.DATA_DIR!, 'log')
  await writeFile(log, `${failures().join('\n')}\n`)
  const { stdout } = spawnSync('fail2ban-regex', [log, FILTER], { encoding: 'utf8' })
  assert.match(stdout, new RegExp(`\\b${failures().length} matched`))
})
