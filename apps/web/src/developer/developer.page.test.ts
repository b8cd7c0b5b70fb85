import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessKey } from '@binnacle/contract'
import { BOAT, daysAgo, fleetVessel, hoursAgo, id, inDays, ME } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { developer: words } = en
const key = (some: Partial<AccessKey> = {}): AccessKey => ({
  id: id(800),
  name: 'Home Assistant',
  prefix: 'bnk_8fK2qR9v',
  scopes: ['read:vessel'],
  created_at: daysAgo(30),
  expires_at: null,
  last_used_at: null,
  ...some,
})
const openDeveloper = (access_keys: AccessKey[], answers: Answers = {}) =>
  open('/developer', {
    'GET /app/access-keys': { access_keys },
    'GET /app/fleet': { vessels: [fleetVessel()] },
    ...answers,
  })

test('each key says what it may do, when it was used, and how long it is valid', async () => {
  const page = await openDeveloper([
    key({ scopes: ['read:vessel', 'write:log'], last_used_at: hoursAgo(2) }),
    key({ id: id(801), name: 'Old script', expires_at: daysAgo(1) }),
    key({ id: id(802), name: 'New script', expires_at: inDays(3) }),
  ])
  const rows = within((await page.findByText('Home Assistant')).closest('ul')!).getAllByRole('listitem')
  assert.deepEqual(
    rows.map((row) => Object.values(words.keys.state).find((state) => within(row).queryByText(state))),
    [words.keys.state.active, words.keys.state.expired, words.keys.state.soon],
  )
  assert.match(rows[0]!.textContent, /Reads · Writes.*Does not expire.*2 hours ago/)
  assert.match(rows[1]!.textContent, /Expired .*Never used/)
})

test('a new key needs a name and a permission, and is shown once', async () => {
  const page = await openDeveloper([])
  await page.user.click(await page.findByRole('button', { name: words.keys.make }))
  await page.user.click(await page.findByLabelText(words.form.read))
  await page.user.click(page.getByRole('button', { name: words.form.submit }))
  await page.findByText(words.form.nameMissing)
  assert.ok(page.getByText(words.form.scopeMissing))
  assert.equal(page.service.changes.length, 0)

  const made = `bnk_${'k'.repeat(40)}`
  page.service.answer({ 'POST /app/access-keys': { access_key: key({ scopes: ['write:log'] }), key: made } })
  await page.fill(page.getByLabelText(words.form.name), ' Home Assistant ')
  await page.user.click(page.getByLabelText(words.form.write))
  await page.user.selectOptions(page.getByLabelText(words.form.expiry), words.form.expiries.never)
  assert.ok(page.getByText(words.form.unlimited))
  await page.user.click(page.getByRole('button', { name: words.form.submit }))

  const dialog = await page.findByRole('dialog', { name: words.made.title('Home Assistant') })
  assert.deepEqual(page.service.changes[0]!.body, { name: 'Home Assistant', scopes: ['write:log'], expires_at: null })
  assert.equal(within(dialog).getByRole('group', { name: words.made.key }).textContent, made)
  // A key that only writes is tried by writing.
  assert.match(
    within(dialog).getByRole('group', { name: words.made.tryIt }).textContent,
    new RegExp(`/v1/vessels/${BOAT.id}/hours .*${made}`),
  )
  await page.user.keyboard('{Escape}')
  assert.ok(page.getByText(made))
  void page.goTo('/')
  await page.findByText(words.made.leaveText)
  await page.user.click(page.getByRole('button', { name: en.common.shownOnce.stay }))
  await page.waitUntilGone(words.made.leaveText)
  await page.user.click(within(dialog).getByRole('button', { name: words.made.done }))
  await page.waitUntilGone(made)
})

test('what was typed of a new key is there when its dialog is opened again, and gone when it is cancelled', async () => {
  const page = await openDeveloper([])
  const openDialog = async () => {
    await page.user.click(await page.findByRole('button', { name: words.keys.make }))
    return page.findByLabelText<HTMLInputElement>(words.form.name)
  }
  await page.fill(await openDialog(), 'Home Assistant')
  await page.user.keyboard('{Escape}')
  await page.waitUntilGone(words.form.nameHint)
  assert.equal((await openDialog()).value, 'Home Assistant')
  await page.user.click(page.getByRole('button', { name: en.common.cancel }))
  await page.waitUntilGone(words.form.nameHint)
  assert.equal((await openDialog()).value, '')
})

test('the service refuses a name: it stands at the field, and no key is shown', async () => {
  const page = await openDeveloper([], { 'POST /app/access-keys': new Refusal('plan_required') })
  await page.user.click(await page.findByRole('button', { name: words.keys.make }))
  await page.fill(await page.findByLabelText(words.form.name), 'x')
  await page.user.click(page.getByRole('button', { name: words.form.submit }))
  await page.findByText(en.common.problem.plan_required)
  assert.ok(page.queryByText(words.made.once) === null)
})

test('a key is revoked after a question', async () => {
  const page = await openDeveloper([key()], { 'DELETE /app/access-keys/{id}': { removed: true } })
  await page.user.click(await page.findByRole('button', { name: words.keys.revokeOf('Home Assistant') }))
  const dialog = await page.findByRole('dialog', { name: words.keys.revokeTitle('Home Assistant') })
  assert.equal(page.service.changes.length, 0)
  page.service.answer({ 'GET /app/access-keys': { access_keys: [] } })
  await page.user.click(within(dialog).getByRole('button', { name: words.keys.revoke }))
  await page.findByText(words.keys.revoked('Home Assistant'))
  assert.equal(page.service.changes[0]!.params.id, key().id)
  await page.findByText(words.keys.none)
})

test('a plan without keys says so, pauses the old ones and offers no new one', async () => {
  const page = await openDeveloper([key()], { 'GET /app/me': { account: { ...ME, plan: 'free' } } })
  await page.findByText(words.noPlan.text('Free'))
  await page.findByText(words.noPlan.paused)
  assert.ok(page.getByText(words.keys.state.paused))
  assert.ok(page.queryByRole('button', { name: words.keys.make }) === null)
  assert.ok(page.queryByRole('link', { name: words.noPlan.operator }) === null)
})

test('the examples are about the first boat, or leave a gap for its id', async () => {
  const page = await openDeveloper([])
  await page.findByText(new RegExp(words.examples.ofBoat('Nordlys')))
  const due = () => page.getByRole('group', { name: words.examples.due }).textContent
  assert.ok(due().includes(`/v1/vessels/${BOAT.id}/due`))
  assert.ok(page.getByRole('group', { name: words.examples.homeAssistant }).textContent.includes('rest:'))
  page.service.answer({ 'GET /app/fleet': { vessels: [] } })
  page.changed({ vessel_id: BOAT.id, topics: ['vessel'] })
  await page.until(() => assert.ok(due().includes('/v1/vessels/VESSEL_ID/due')))
})
