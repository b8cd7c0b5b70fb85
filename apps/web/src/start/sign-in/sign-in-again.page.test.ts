import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOAT, boatPath, id, ME, serviceLog, task } from '../../testing/boat.ts'
import { type OpenPage, open, within } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const { again, signIn, ...start } = en.start
const { service, due } = en.maintenance
const OUT = new Refusal('unauthorized')

/** A service whose session ends when the test says so, and begins with a password, or with a code where it wants one. */
function makeSession({ person = ME, wantsCode = false } = {}) {
  const session = { open: true, account: ME, next: person }
  const begin = () => {
    session.open = true
    session.account = session.next
    return {}
  }
  const unlessOut =
    <T>(answer: T) =>
    () =>
      session.open ? answer : OUT
  const answers: Answers = {
    'GET /app/me': () => (session.open ? { account: session.account } : OUT),
    'GET /v1/vessels/{id}': unlessOut({ vessel: BOAT }),
    'GET /app/vessels/{id}/due': unlessOut({
      ...{ vessel_id: BOAT.id, engine_hours: 412, usage: null },
      items: [task({ title: 'Engine oil', status: 'overdue' })],
    }),
    'GET /app/vessels/{id}/tasks': unlessOut({ tasks: [] }),
    'GET /app/sign-in-notices': unlessOut({ sign_ins: [] }),
    'POST /v1/vessels/{id}/service-log': () =>
      session.open ? { service_log: serviceLog({ title: 'Sails mended' }), engine_hours: 412 } : (OUT as never),
    'POST /api/auth/sign-in/email': ({ body }) => {
      if (body.password === 'wrong') return new Refusal('invalid_email_or_password')
      return wantsCode ? ({ twoFactorRedirect: true } as never) : (begin() as never)
    },
    'POST /api/auth/two-factor/verify-totp': () => begin() as never,
  }
  return { session, answers }
}

async function typeService(page: OpenPage, words = en) {
  await page.user.click(await page.findByRole('button', { name: words.maintenance.due.other }))
  await page.user.type(await page.findByRole('textbox', { name: words.maintenance.service.what }), 'Sails mended')
}

const field = (page: OpenPage, label: string) => page.findByLabelText(label)

async function enterPassword(page: OpenPage, password = 'correct horse battery', words = en.start) {
  await page.fill(await field(page, words.email), 'ada@example.org')
  await page.fill(await field(page, words.password), password)
  await page.user.click(page.getByRole('button', { name: words.signIn.action }))
}

const sent = (page: OpenPage) => page.service.changes.filter(({ route }) => route.endsWith('/service-log'))

test('a session that ended while a form was open is begun on the spot, and what was typed is sent', async () => {
  const { session, answers } = makeSession()
  const page = await open(boatPath('/maintenance'), answers)
  await typeService(page)
  session.open = false
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByRole('dialog', { name: again.title })
  await enterPassword(page, 'wrong')
  await page.findByText(start.problem.invalid_email_or_password)
  // Escape closes neither the sign-in nor the sheet behind it.
  await page.user.keyboard('{Escape}')
  assert.equal((page.getByRole('textbox', { name: service.what }) as HTMLInputElement).value, 'Sails mended')
  await enterPassword(page)
  await page.findByText(service.logged('Sails mended'))
  await page.waitUntilGone(again.title)
  const [refused, taken, ...more] = sent(page)
  assert.deepEqual(taken, refused)
  assert.equal(more.length, 0)
})

test('the second step is asked for there, too; in German all of it is German', async () => {
  const { session, answers } = makeSession({ wantsCode: true })
  const page = await open(boatPath('/maintenance'), answers, { language: 'de' })
  await typeService(page, de)
  session.open = false
  await page.user.click(page.getByRole('button', { name: de.common.save }))
  await page.findByText(de.start.again.text)
  await enterPassword(page, 'correct horse battery', de.start)
  await page.user.type(await page.findByLabelText(de.start.code.label), '123456')
  await page.findByText(de.maintenance.service.logged('Sails mended'))
})

test('a page that only reads asks when something was typed, and keeps it', async () => {
  const { session, answers } = makeSession()
  const page = await open(boatPath('/maintenance'), answers)
  await typeService(page)
  session.open = false
  page.stands()
  page.changed({ vessel_id: BOAT.id, topics: ['due'] })
  await page.findByRole('dialog', { name: again.title })
  await enterPassword(page)
  await page.waitUntilGone(again.title)
  assert.equal((page.getByRole('textbox', { name: service.what }) as HTMLInputElement).value, 'Sails mended')
  assert.equal(page.signedOut(), 0)
  assert.equal(sent(page).length, 0)
})

test('a page with nothing typed goes to the sign-in page, as before', async () => {
  const { session, answers } = makeSession()
  const page = await open(boatPath('/maintenance'), answers)
  await page.findByRole('button', { name: due.other })
  session.open = false
  page.stands()
  page.changed({ vessel_id: BOAT.id, topics: ['due'] })
  await page.until(() => assert.ok(page.signedOut() > 0))
  assert.ok(page.queryByRole('dialog', { name: again.title }) === null)
})

test('somebody else who signs in there gets an app that starts anew, with nothing of what was typed', async (t) => {
  const { session, answers } = makeSession({ person: { ...ME, id: id(9), email: 'bo@example.org', name: 'Bo' } })
  const page = await open(boatPath('/maintenance'), answers)
  await typeService(page)
  session.open = false
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByRole('dialog', { name: again.title })
  assert.match(JSON.stringify({ ...sessionStorage }), /Sails mended/)
  const replaced = t.mock.method(location, 'replace', () => undefined)
  await enterPassword(page)
  await page.until(() => assert.deepEqual(replaced.mock.calls[0]?.arguments, ['/']))
  assert.equal(sessionStorage.length, 0)
  assert.equal(sent(page).length, 1)
})

test('whoever leaves instead comes to the sign-in page, and the draft is there for its owner only', async () => {
  const { session, answers } = makeSession()
  const page = await open(boatPath('/maintenance'), { ...answers, 'GET /app/start': START })
  await typeService(page)
  session.open = false
  page.stands()
  page.changed({ vessel_id: BOAT.id, topics: ['due'] })
  const dialog = await page.findByRole('dialog', { name: again.title })
  await page.user.click(within(dialog).getByRole('button', { name: again.leave }))
  await page.findByRole('heading', { level: 1, name: signIn.title })
  assert.match(JSON.stringify({ ...sessionStorage }), /Sails mended/)
  session.next = { ...ME, id: id(9) }
  await enterPassword(page)
  await page.findByRole('button', { name: due.other })
  await page.until(() => assert.doesNotMatch(JSON.stringify({ ...sessionStorage }), /Sails mended/))
})

const START = {
  first_run: false,
  setup_token_required: false,
  signups_open: false,
  map_tiles: null,
  oidc_name: null,
  sends_email: false,
}
