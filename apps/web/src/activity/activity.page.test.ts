import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUDIT_PAGE, type AuditEvent } from '@binnacle/contract'
import { ACCOUNT_PAGE } from '../testing/account.ts'
import { hoursAgo, id, ME } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'

const event = (n: number, some: Partial<AuditEvent> = {}): AuditEvent => ({
  id: id(n),
  at: hoursAgo(n),
  kind: 'signed_in',
  detail: { method: 'password' },
  by_operator: false,
  ip: '203.0.113.7',
  user_agent: CHROME,
  ...some,
})

test('each event says what happened, to what, and from where; older ones follow on request', async () => {
  const revoked = event(1, {
    kind: 'connection_deleted',
    detail: { name: 'Port', vessel: 'Aurora', access_key: 'HA', more: 3 },
  })
  const first = [revoked, ...Array.from({ length: AUDIT_PAGE - 1 }, (_, n) => event(n + 2))]
  const page = await open('/account/activity', {
    'GET /app/activity': ({ query }) => ({
      events: query?.before ? [event(99, { kind: 'account_created', detail: {} })] : first,
    }),
  })
  const row = (await page.findByText(en.activity.kinds.connection_deleted)).closest('li')!
  assert.match(row.textContent, /Port · Aurora · with the access key “HA” · and 3 more within a day/)
  assert.match(row.textContent, /Chrome on Windows · 203\.0\.113\.7/)
  await page.user.click(page.getByRole('button', { name: en.activity.more }))
  await page.findByText(en.activity.kinds.account_created)
  assert.ok(page.queryByRole('button', { name: en.activity.more }) === null)
})

test('the operator sees whose event it was', async () => {
  const page = await open('/operator#activity', {
    'GET /app/me': { account: { ...ME, operator: true } },
    'GET /app/operator/activity': {
      events: [
        { ...event(1), account: { id: id(1), email: 'bob@example.org' } },
        { ...event(2, { kind: 'account_deleted', detail: {} }), account: null },
      ],
    },
  })
  await page.findByText(/bob@example\.org/)
  assert.ok(page.getByText(new RegExp(en.activity.noAccount)))
})

test('a sign-in from a new device is told on any page, and is confirmed by its owner', async () => {
  const page = await open('/account/activity', {
    'GET /app/activity': { events: [] },
    'GET /app/sign-in-notices': { sign_ins: [{ id: id(9), at: hoursAgo(1), ip: '198.51.100.4', user_agent: CHROME }] },
    'POST /app/sign-in-notices/confirm': {},
  })
  const notice = await page.findByRole('region', { name: en.activity.notice.title })
  assert.match(notice.textContent, /Chrome on Windows · 198\.51\.100\.4/)
  await page.user.click(within(notice).getByRole('button', { name: en.activity.notice.mine }))
  await page.until(() => assert.ok(page.queryByRole('region', { name: en.activity.notice.title }) === null))
  assert.deepEqual(page.service.changes[0]!.body, { last: id(9) })
})

test('“that was not me” leads to the browsers that are signed in', async () => {
  const page = await open(
    '/account/activity',
    {
      'GET /app/activity': { events: [] },
      'GET /app/sign-in-notices': { sign_ins: [{ id: id(9), at: hoursAgo(1), ip: null, user_agent: null }] },
      'POST /app/sign-in-notices/confirm': {},
      ...ACCOUNT_PAGE,
    },
    { language: 'de' },
  )
  await page.user.click(await page.findByRole('button', { name: de.activity.notice.notMine }))
  await page.findByRole('heading', { name: de.account.sessions.title })
  assert.equal(location.pathname + location.hash, '/account#sessions')
})
