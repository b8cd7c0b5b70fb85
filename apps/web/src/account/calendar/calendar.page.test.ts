import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCOUNT_PAGE } from '../../testing/account.ts'
import { boatPath, id } from '../../testing/boat.ts'
import { open, within } from '../../testing/open.ts'
import { en } from '../../texts/en.ts'

const { calendar: texts } = en.account
const url = 'https://boat.example/api/calendar/s7Kq2xW9vT4yZ1aB3cD5eF.ics'

test('an address is made, copied and subscribed to, and revoked after a question', async () => {
  const page = await open('/account', {
    ...ACCOUNT_PAGE,
    'POST /app/calendar': { url },
    'DELETE /app/calendar': { removed: true },
  })
  const make = await page.findByRole('button', { name: texts.make })
  page.service.answer({ 'GET /app/calendar': { url } })
  await page.user.click(make)
  const link = await page.findByRole('link', { name: texts.subscribe })
  assert.equal(link.getAttribute('href'), `${url.replace('https', 'webcal')}?lang=en`)
  assert.ok(page.getByText(`${url}?lang=en`))
  await page.user.click(page.getByRole('button', { name: texts.revoke }))
  const dialog = await page.findByRole('dialog', { name: texts.revokeTitle })
  page.service.answer({ 'GET /app/calendar': { url: null } })
  await page.user.click([...dialog.querySelectorAll('button')].at(-1)!)
  await page.findByText(texts.revoked)
  assert.equal(page.service.changes.length, 2)
})

test('a boat has an address of its own, on its maintenance page', async () => {
  const page = await open(boatPath('/maintenance'), {
    'GET /app/vessels/{id}/due': { vessel_id: id(2), engine_hours: 412, usage: null, items: [] },
    'GET /app/vessels/{id}/calendar': { url: null },
    'POST /app/vessels/{id}/calendar': { url },
    'DELETE /app/vessels/{id}/calendar': { removed: true },
  })
  await page.user.click(await page.findByRole('button', { name: texts.title }))
  const sheet = within(await page.findByRole('dialog', { name: texts.title }))
  const make = await sheet.findByRole('button', { name: texts.make })
  page.service.answer({ 'GET /app/vessels/{id}/calendar': { url } })
  await page.user.click(make)
  await sheet.findByText(`${url}?lang=en`)
  await page.user.click(sheet.getByRole('button', { name: texts.revoke }))
  const question = within(await page.findByRole('dialog', { name: texts.revokeTitle }))
  page.service.answer({ 'GET /app/vessels/{id}/calendar': { url: null } })
  await page.user.click(question.getByRole('button', { name: texts.revoke }))
  await sheet.findByText(texts.revoked)
  assert.deepEqual(
    page.service.changes.map(({ route, params }) => [route, params.id]),
    [
      ['POST /app/vessels/{id}/calendar', id(2)],
      ['DELETE /app/vessels/{id}/calendar', id(2)],
    ],
  )
})
