import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  NO_TRAFFIC,
  type OperatorAccount,
  type OperatorFigures,
  type OperatorSettings,
  type Traffic,
} from '@binnacle/contract'
import { METHODS } from '../testing/account.ts'
import { daysAgo, hoursAgo, id, ME, provider } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { operator: words } = en
const BUSY: Traffic = { ...NO_TRAFFIC, requests: 5231, refused: 12, failed: 3, readings: 120_400, frames: 28 }
const FIGURES: OperatorFigures = {
  storage: {
    ...{
      database_bytes: 812_000_000,
      telemetry_bytes: 640_000_000,
      days_to_compact: 1_200,
      frame_bytes: 96_000_000,
      frames: 480,
    },
    ...{ photo_bytes: 31_000_000, photos: 1, free_bytes: 42_000_000_000 },
  },
  backup: { made_at: hoursAgo(3), bytes: 240_000_000, encrypted: true, failed_at: null, problem: null },
  ...{ accounts: 12, vessels: 17, vessels_seen: 11, boxes: 24, boxes_seen: 15 },
  last_day: { total: BUSY, hours: [{ ...BUSY, from: new Date().toISOString().replace(/:.*/, ':00:00.000Z') }] },
  last_month: { total: NO_TRAFFIC, days: [] },
}
const SETTINGS: OperatorSettings = { ingest_enabled: true, signups: 'closed', telemetry_keep_days: null }
const account = (some: Partial<OperatorAccount> = {}): OperatorAccount => ({
  ...{ ...ME, vessels: 1, created_at: daysAgo(90), suspended_at: null },
  ...{ access_keys: 1, connections: 2, photos: 40, storage_bytes: 61_000_000 },
  ...some,
})
const BO = account({ id: id(11), name: 'Bo', email: 'bo@example.org', plan: 'pro', vessels: 3 })

const openOperator = (tab: string, answers: Answers = {}) =>
  open(`/operator#${tab}`, {
    'GET /app/me': { account: { ...ME, operator: true } },
    'GET /app/operator/alarms': { open: [], ended: [] },
    'GET /app/operator/figures': { figures: FIGURES },
    'GET /app/operator/settings': { settings: SETTINGS },
    'GET /app/operator/accounts': { accounts: [account({ operator: true }), BO] },
    'GET /v1/telemetry/providers': { providers: [provider('signalk', { name: 'Signal K', covers: ['Any'] })] },
    ...answers,
  })

test('figures: what there is, what came, and what fills the disk', async () => {
  const page = await openOperator('overview')
  await page.findByText(words.figures.counts)
  const text = () => plain(document.body.textContent)
  for (const shown of [
    words.figures.seen('11', '17'),
    words.figures.seen('15', '24'),
    words.figures.refused('12'),
    words.figures.failed('3'),
    words.figures.files(480, '480'),
    words.figures.files(1, '1'),
    words.figures.free('42 GB'),
  ])
    assert.ok(text().includes(shown), shown)
  assert.match(text(), /Newest backup: .*, 240 MB, verified\./)
  assert.ok(page.getByLabelText(/^Readings: 120,400\. Peak: 120,400 at/))
  await page.user.click(page.getByLabelText(words.figures.month))
  assert.ok(page.getByLabelText(words.figures.nothing(words.figures.requests)))
})

const NO_BACKUP = { made_at: null, bytes: null, encrypted: false, failed_at: null, problem: null }
for (const [what, backup, shown] of [
  [
    'failed says why',
    { ...NO_BACKUP, failed_at: hoursAgo(2), problem: 'The disk is full.' },
    /Reason: The disk is full\./,
  ],
  ['is encrypted says so', { ...NO_BACKUP, encrypted: true }, words.figures.backup.encrypted],
  ['is not encrypted says how to change that', NO_BACKUP, words.figures.backup.plain],
  ['is not made yet says when', NO_BACKUP, words.figures.backup.none],
  ['is never made says how to change that', null, words.figures.backup.off],
] as const)
  test(`a backup that ${what}`, async () => {
    const page = await openOperator('overview', { 'GET /app/operator/figures': { figures: { ...FIGURES, backup } } })
    await page.findByText(shown)
  })

test('sign-up opens at once; readings stop only after a question', async () => {
  const page = await openOperator('overview', {
    'PATCH /app/operator/settings': ({ body }) => ({ settings: { ...SETTINGS, ...body } }),
  })
  await page.findByText(words.switches.signupsOff)
  await page.user.click(page.switchOf(words.switches.signups))
  await page.findByText(words.switches.signupsOn)
  await page.user.click(page.switchOf(words.switches.ingest))
  await page.findByText(words.switches.ingestAskText)
  assert.equal(page.service.changes.length, 1)
  await page.user.click(page.getByRole('button', { name: words.switches.ingestAction }))
  await page.findByText(words.switches.ingestOff)
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [{ signups: 'open' }, { ingest_enabled: false }],
  )
})

test('a setting that is refused stays as it was, and says why', async () => {
  const page = await openOperator('overview', { 'PATCH /app/operator/settings': new Refusal('operator_required') })
  await page.findByText(words.switches.signupsOff)
  await page.user.click(page.switchOf(words.switches.signups))
  await page.findByText(en.common.problem.operator_required)
  assert.equal(page.switchOf(words.switches.signups).checked, false)
})

test('accounts are searched at the service', async () => {
  const page = await openOperator('accounts', {
    'GET /app/operator/accounts': ({ query }) => ({
      accounts: [account(), BO].filter(({ name }) => !query?.search || name.includes(query.search)),
    }),
  })
  await page.findByText('bo@example.org')
  assert.ok(page.getByText(words.accounts.boats(3)))
  assert.equal(page.getAllByText(words.accounts.photos(40)).length, 2)
  assert.equal(page.getAllByText('61 MB', { normalizer: plain }).length, 2)
  await page.fill(page.getByLabelText(words.accounts.search), 'Bo')
  await page.waitUntilGone('ada@example.org')
  await page.findByText('bo@example.org')
  await page.fill(page.getByLabelText(words.accounts.search), 'Box')
  await page.findByText(words.accounts.none)
})

test('a higher plan is given at once; one without keys only after a question', async () => {
  const page = await openOperator('accounts', {
    'PATCH /app/operator/accounts/{id}': ({ body }) => ({ account: { ...BO, plan: body!.plan } }),
  })
  const plan = await page.findByLabelText(words.accounts.planOf('Bo'))
  await page.user.selectOptions(plan, 'fleet')
  await page.findByText(words.accounts.changed('Bo', 'Fleet'))
  await page.user.selectOptions(plan, 'free')
  const dialog = await page.findByRole('dialog', { name: words.accounts.lowerAsk('Bo', 'Free') })
  assert.equal(page.service.changes.length, 1)
  await page.user.click(within(dialog).getByRole('button', { name: words.accounts.lowerAction }))
  await page.findByText(words.accounts.changed('Bo', 'Free'))
  assert.deepEqual(
    page.service.changes.map(({ params, body }) => [params.id, body]),
    [
      [BO.id, { plan: 'fleet' }],
      [BO.id, { plan: 'free' }],
    ],
  )
})

test('an account is suspended and restored after a question that names it, and a fresh sign-in', async () => {
  const { suspend, lift, suspended } = words.accounts
  let fresh = false
  let suspended_at: string | null = null
  const answer = (at: string | null) => () => {
    if (!fresh) return new Refusal('fresh_session_required')
    suspended_at = at
    return { account: { ...BO, suspended_at } }
  }
  const page = await openOperator('accounts', {
    'GET /app/operator/accounts': () => ({ accounts: [account({ operator: true }), { ...BO, suspended_at }] }),
    'PUT /app/operator/accounts/{id}/suspension': answer(daysAgo(0)),
    'DELETE /app/operator/accounts/{id}/suspension': answer(null),
    'GET /app/sign-in-methods': METHODS,
    'PUT /app/session-confirmation': () => {
      fresh = true
      return {}
    },
  })
  await page.user.click(await page.findByRole('button', { name: suspend.of('Bo') }))
  assert.ok(page.queryByRole('button', { name: suspend.of('Ada') }) === null, 'an operator has no such button')
  const question = await page.findByRole('dialog', { name: suspend.title('Bo') })
  assert.match(question.textContent!, /bo@example\.org/)
  await page.user.click(within(question).getByRole('button', { name: suspend.action }))
  const proof = await page.findByRole('dialog', { name: en.account.proof.title })
  await page.fill(within(proof).getByLabelText(en.account.twoFactor.confirm), 'correct horse battery')
  await page.user.click(within(proof).getByRole('button', { name: en.account.proof.action }))
  await page.findByText(suspend.done('Bo'))
  await page.findByText(suspended)
  await page.user.click(page.getByRole('button', { name: lift.of('Bo') }))
  const again = await page.findByRole('dialog', { name: lift.title('Bo') })
  await page.user.click(within(again).getByRole('button', { name: lift.action }))
  await page.findByText(lift.done('Bo'))
  await page.findByRole('button', { name: suspend.of('Bo') })
})

test('an account is deleted once its e-mail address is typed', async () => {
  const { remove } = words.accounts
  const accounts = [account({ operator: true }), BO]
  const page = await openOperator('accounts', {
    'GET /app/operator/accounts': () => ({ accounts: [...accounts] }),
    'DELETE /app/operator/accounts/{id}': () => {
      accounts.pop()
      return { removed: true }
    },
  })
  await page.user.click(await page.findByRole('button', { name: remove.of('Bo') }))
  const dialog = await page.findByRole('dialog', { name: remove.title('Bo') })
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: remove.action })
  assert.equal(button.disabled, true)
  await page.fill(within(dialog).getByLabelText(remove.typed(BO.email)), BO.email)
  await page.user.click(button)
  await page.findByText(remove.done('Bo'))
  await page.waitUntilGone('bo@example.org')
  assert.deepEqual(page.service.changes[0]!.body, { email: BO.email })
})

test('a system is added to the catalogue: what is wrong is said first, lines are brands', async () => {
  const page = await openOperator('catalogue', {
    'PUT /app/operator/providers/{slug}': ({ params, body }) => ({ provider: provider(params!.slug, body) }),
  })
  const { form } = words.catalogue
  await page.findByText(words.catalogue.covers(1))
  await page.user.click(page.getByRole('button', { name: words.catalogue.add }))
  await page.fill(await page.findByLabelText(form.slug), 'signalk')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(form.problem.taken)
  assert.ok(page.getByText(form.problem.name))
  assert.equal(page.service.changes.length, 0)
  await page.fill(page.getByLabelText(form.slug), 'signalk-2')
  await page.fill(page.getByLabelText(form.name), 'New system')
  await page.fill(page.getByLabelText(form.covers), 'Raymarine\n\n Garmin ')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(words.catalogue.saved('New system'))
  const { params, body } = page.service.changes[0]!
  assert.equal(params.slug, 'signalk-2')
  assert.deepEqual((body as { covers: string[] }).covers, ['Raymarine', 'Garmin'])
})

test('an entry is edited without its short name; closing sends nothing', async () => {
  const page = await openOperator('catalogue')
  await page.user.click(await page.findByRole('button', { name: words.catalogue.editOf('Signal K') }))
  const name = await page.findByLabelText<HTMLInputElement>(words.catalogue.form.name)
  assert.equal(name.value, 'Signal K')
  assert.ok(page.queryByLabelText(words.catalogue.form.slug) === null)
  await page.user.click(page.getByRole('button', { name: en.common.cancel }))
  await page.until(() => assert.ok(page.queryByLabelText(words.catalogue.form.name) === null))
  assert.equal(page.service.changes.length, 0)
})

test('requested systems stand with who asks and why', async () => {
  const wish = { system_name: 'Yanmar VC20', accounts: 3, boat_makes: ['Dehler', 'X-Yachts'], last_at: daysAgo(2) }
  const page = await openOperator('requests', {
    'GET /app/operator/brand-requests': { systems: [{ ...wish, notes: ['Has a gateway'] }] },
  })
  await page.findByText('Yanmar VC20')
  assert.ok(page.getByText(words.requests.accounts(3)))
  assert.ok(page.getByText(words.requests.makes('Dehler and X-Yachts')))
  assert.ok(page.getByText('Has a gateway'))
  assert.ok(page.getByText('2 days ago'))
})

test('without requests the page says what comes here', async () => {
  const page = await openOperator('requests', { 'GET /app/operator/brand-requests': { systems: [] } })
  await page.findByText(words.requests.none)
})
