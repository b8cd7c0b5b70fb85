import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, id } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { en } from '../texts/en.ts'

const { due, service, form } = en.maintenance

test('Escape closes the question over a form, and only that; the next one closes the form', async () => {
  const page = await open(boatPath('/maintenance'), {
    'GET /app/vessels/{id}/due': { vessel_id: id(2), engine_hours: 412, usage: null, items: [] },
    'GET /app/vessels/{id}/tasks': { tasks: [] },
  })
  await page.user.click(await page.findByRole('button', { name: due.other }))
  const sheet = within(await page.findByRole('dialog', { name: service.title }))
  const what = sheet.getByLabelText<HTMLInputElement>(new RegExp(`^${service.what}`))
  await page.user.type(what, 'Sails mended')
  const day = sheet.getByLabelText(new RegExp(`^${service.day}`))
  await page.user.clear(day)
  await page.user.type(day, '2200-01-01')
  for (const _again of [1, 2]) {
    await page.user.click(sheet.getByRole('button', { name: en.common.save }))
    await page.findByRole('dialog', { name: form.isItRight })
    await page.user.keyboard('{Escape}')
    await page.until(() => assert.ok(page.queryByRole('dialog', { name: form.isItRight }) === null))
    assert.ok(page.getByRole('dialog', { name: service.title }))
    assert.equal(what.value, 'Sails mended')
  }
  await page.user.keyboard('{Escape}')
  await page.until(() => assert.ok(page.queryByRole('dialog', { name: service.title }) === null))
  assert.equal(page.service.changes.length, 0)
})
