import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { Browser } from '../../../testing/accounts/browser.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { startService } from '../../../testing/service.ts'

const server = await startMailServer()
const service = await startService({
  SMTP_URL: server.url,
  TRUST_PROXY: 'true',
  BASE_URL: 'http://boat.local:8080',
})
const { client } = service
/** How many letters each address has got at the end. */
const expected = new Map<string, number>()

const password = 'correct horse battery'
const signIn = async (email: string, browser = new Browser(client)) => {
  assert.equal((await browser.call(contract.signIn, { email, password })).status, 200)
  return browser
}
const letters = async (email: string, count: number) => {
  await until(() => server.to(email).length >= count, `${count} letters`)
  return server.to(email)
}

test('a sign-in from a new device is told by e-mail, once for each device, in the words of the service alone', async () => {
  const { email } = await service.owner('Ada')
  const phone = await signIn(email)
  const [letter] = await letters(email, 1)
  assert.equal(letter!.subject, 'Binnacle: a new sign-in')
  assert.match(
    letter!.text!,
    new RegExp(
      `^Somebody signed in .* new to it: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, from the address ${phone.address}\\.`,
    ),
  )
  assert.match(letter!.text!, /\nhttp:\/\/boat\.local:8080\/account\n*$/)
  assert.doesNotMatch(letter!.text!, /Browser/, 'what a browser calls itself could be anything')
  await phone.call(contract.signOut)
  await signIn(email, phone)
  const wrong = await new Browser(client).call(contract.signIn, { email, password: 'another horse battery' })
  assert.equal(wrong.status, 401)
  await signIn(email)
  // Not the device that is known, nor who was refused.
  expected.set(email, 2)
})

test('an account gets five an hour, in the language in which it is told of alarms; a wrong address is left out', async () => {
  const owner = await service.owner('Bob')
  const channel = { kind: 'ntfy', name: 'Phone', address: 'https://ntfy.sh/boat', language: 'de' }
  await client.ok(contract.createChannel, owner.session, { body: channel })
  const headers = { 'x-forwarded-for': 'http://evil.example' }
  const answer = await client.call(contract.signIn, null, { body: { email: owner.email, password }, headers })
  assert.equal(answer.status, 200, answer.text)
  const [letter] = await letters(owner.email, 1)
  assert.equal(letter!.subject, 'Binnacle: eine neue Anmeldung')
  assert.match(letter!.text!, /von der Adresse –\./)
  for (let count = 2; count <= 5; count++) {
    await signIn(owner.email)
    await letters(owner.email, count)
  }
  await signIn(owner.email)
  expected.set(owner.email, 5)
})

test('no letter more was sent', async () => {
  // It waits for those that are on their way.
  await service.close()
  for (const [email, count] of expected) assert.equal(server.to(email).length, count, email)
})
