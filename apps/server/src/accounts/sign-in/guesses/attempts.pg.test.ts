import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Browser } from '../../../testing/accounts/browser.ts'
import { totpOf } from '../../../testing/accounts/totp.ts'
import type { Answer } from '../../../testing/client.ts'
import { startService } from '../../../testing/service.ts'

const { client, database, owner } = await startService({ TRUST_PROXY: 'true' })
const right = { password: 'correct horse battery' }
const wrong = { password: 'wrong horse battery' }

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** How many answers there were of each kind, such as { 200: 1, rate_limited: 20 }. */
const kinds = (answers: Answer[]) => {
  const groups = Object.groupBy(answers, ({ status, body }) => String(body?.error ?? status))
  return Object.fromEntries(Object.entries(groups).map(([kind, same]) => [kind, same!.length]))
}

async function signIn(email: string) {
  const browser = new Browser(client)
  assert.equal((await browser.call(contract.signIn, { email, ...right })).status, 200)
  return browser
}

async function secured(name: string) {
  const { email } = await owner(name)
  const browser = await signIn(email)
  const { body } = await browser.call(contract.enableTotp, right)
  const uri: string = body.totpURI
  const app = () => totpOf(uri, new Date())
  assert.equal((await browser.call(contract.verifyTotp, { code: app() })).status, 200)
  return { email, browser, app, backupCodes: body.backupCodes as string[] }
}

/** As if the window of all attempts had ended. */
const endWindows = () => sql`update attempt set window_ends = now() - interval '1 second'`.execute(database.db)

test('of wrong codes sent at once by many sign-ins, ten are checked; a right one has to wait too', async () => {
  const ada = await secured('Ada')
  // One after the other: sixteen passwords to check at once are too many for a busy machine, and are not what is tested.
  const begun: Browser[] = []
  while (begun.length < 16) begun.push(await signIn(ada.email))
  const answers = await Promise.all(
    begun.map((browser, n) =>
      n % 2
        ? browser.call(contract.verifyTotp, { code: `wrong ${n}` })
        : browser.call(contract.verifyBackupCode, { code: 'aaaaa-bbbbb' }),
    ),
  )
  assert.deepEqual(kinds(answers), { invalid_code: 10, rate_limited: 6 })
  const late = await begun[0]!.call(contract.verifyTotp, { code: ada.app() })
  assert.equal(late.body.error, 'rate_limited')
  const seconds = Number(late.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 900, String(seconds))
  await endWindows()
  const browser = await signIn(ada.email)
  assert.equal((await browser.call(contract.verifyTotp, { code: ada.app() })).status, 200)
})

test('a right code resets the count', async () => {
  const bea = await secured('Bea')
  const tries = async () => {
    const begun = await times(2, () => signIn(bea.email))
    for (const browser of begun)
      for (let n = 0; n < 4; n++) await browser.call(contract.verifyTotp, { code: `wrong ${n}` })
    return begun[0]!
  }
  assert.equal((await (await tries()).call(contract.verifyTotp, { code: bea.app() })).status, 200)
  const again = await tries()
  assert.equal((await again.call(contract.verifyBackupCode, { code: bea.backupCodes[0] })).status, 200)
})

test('a right code of another account resets nothing', async () => {
  const mallory = await secured('Mallory')
  const eli = await secured('Eli')
  for (const code of mallory.backupCodes.slice(0, 5)) {
    const browser = await signIn(eli.email)
    for (const guess of ['wrong 1', 'wrong 2']) await browser.call(contract.verifyTotp, { code: guess })
    // With her own session beside the sign-in that she began, better-auth checks the code of her account.
    browser.add(mallory.browser)
    assert.equal((await browser.call(contract.verifyBackupCode, { code })).status, 200)
  }
  const late = await signIn(eli.email)
  assert.equal((await late.call(contract.verifyTotp, { code: 'wrong 3' })).body.error, 'rate_limited')
})

const CONFIRMED: [contract.Route, object][] = [
  [contract.changePassword, { currentPassword: wrong.password, newPassword: 'new horse battery' }],
  [contract.enableTotp, wrong],
  [contract.disableTotp, wrong],
  [contract.deleteAccount, wrong],
]

test('of wrong passwords that a session sends at once, whatever for, ten are checked', async () => {
  const { email } = await owner('Cyd')
  const browsers = await times(3, () => signIn(email))
  const answers = await times(16, (n) => browsers[n % 3]!.call(...CONFIRMED[n % CONFIRMED.length]!))
  assert.deepEqual(kinds(answers), { wrong_password: 10, rate_limited: 6 })
  assert.equal((await browsers[0]!.call(contract.enableTotp, right)).body.error, 'rate_limited')
  await endWindows()
  assert.equal((await browsers[0]!.call(contract.enableTotp, right)).status, 200)
})

test('a right password resets the count, and a refusal for another reason does not count', async () => {
  const dan = await secured('Dan')
  for (let n = 0; n < 9; n++) await dan.browser.call(contract.disableTotp, wrong)
  for (let n = 0; n < 2; n++) assert.equal((await dan.browser.call(contract.enableTotp, right)).body.error, 'conflict')
  assert.equal((await dan.browser.call(contract.makeBackupCodes, right)).status, 200)
  assert.equal((await dan.browser.call(contract.disableTotp, wrong)).body.error, 'wrong_password')
})
