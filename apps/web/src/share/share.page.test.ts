import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Share } from '@binnacle/contract'
import { boatPath, share } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { share: words } = en

/** The page of a boat that is shared; the service keeps what it is sent. */
async function openShared(shared = share()) {
  const page = await open(boatPath('/share'), { 'GET /app/vessels/{id}/share': () => ({ share: shared }) })
  page.service.answer({
    'PUT /app/vessels/{id}/share': ({ body }) => {
      shared = share({ ...shared, toggles: { ...shared.toggles, ...body?.toggles } })
      return { share: shared }
    },
  })
  await page.findByRole('heading', { name: words.shown.title })
  return {
    ...page,
    shows: (name: keyof Share['toggles']) => page.switchOf(words.shown.toggles[name][0]!),
  }
}

test('a private boat says so, and is shared with one button', async () => {
  const page = await open(boatPath('/share'), { 'GET /app/vessels/{id}/share': new Refusal('not_found') })
  await page.findByText(words.none)
  page.service.answer({
    'GET /app/vessels/{id}/share': { share: share() },
    'PUT /app/vessels/{id}/share': { share: share() },
  })
  await page.user.click(page.getByRole('button', { name: words.start }))
  await page.findByText(share().url)
  assert.deepEqual(page.service.changes[0]!.body, { toggles: {} })
  assert.ok(page.queryByText(words.none) === null)
})

test('each switch is shown as it is, and changes only itself', async () => {
  const page = await openShared()
  const [photo, due] = [page.shows('photo'), page.shows('due')]
  assert.deepEqual([photo.checked, due.checked], [false, true])
  await page.user.click(photo)
  await page.user.click(due)
  await page.until(() => assert.equal(page.service.changes.length, 2))
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [{ toggles: { photo: true } }, { toggles: { due: false } }],
  )
  assert.deepEqual([photo.checked, due.checked], [true, false])
})

test('costs need the service history', async () => {
  const page = await openShared(share({ toggles: { ...share().toggles, service_history: false } }))
  assert.equal(page.shows('costs').disabled, true)
  await page.user.click(page.shows('service_history'))
  await page.until(() => assert.equal(page.shows('costs').disabled, false))
})

test('a switch that the service refuses goes back, and says why', async () => {
  const page = await openShared()
  page.service.answer({ 'PUT /app/vessels/{id}/share': new Refusal('rate_limited') })
  await page.user.click(page.shows('hin'))
  await page.findByText(en.common.problem.rate_limited(null))
  assert.equal(page.shows('hin').checked, false)
})

test('the preview is the page, the card or the badge of this share, in the language of the app', async () => {
  const page = await openShared()
  const frame = (what: string) => page.getByTitle<HTMLIFrameElement>(words.preview.frame(what)).getAttribute('src')
  assert.equal(frame(words.preview.page), '/v/s7Kq2xW9vT4yZ1aB3cD5eF?lang=en')
  await page.user.click(page.getByLabelText(words.preview.card))
  assert.equal(frame(words.preview.card), '/embed/s7Kq2xW9vT4yZ1aB3cD5eF?lang=en')
  await page.user.click(page.getByLabelText(words.preview.badge))
  const badge = page.getByAltText(words.preview.badgeAlt('Nordlys'))
  assert.match(badge.getAttribute('src')!, /^\/api\/badge\/s7Kq2xW9vT4yZ1aB3cD5eF\?lang=en&/)
  assert.ok(page.queryByText(words.preview.private) === null)
})

test('a badge that has nothing to show says that it is private', async () => {
  const page = await openShared(share({ toggles: { ...share().toggles, health: false, due: false } }))
  await page.user.click(page.getByLabelText(words.preview.badge))
  assert.ok(page.getByText(words.preview.private))
})

test('the link, its QR code and the snippets are there to copy', async () => {
  const page = await openShared()
  const { url, embed_url, badge_url } = share()
  assert.equal(page.getByRole('group', { name: words.link.link }).textContent, url)
  assert.equal(page.getByRole('link', { name: words.link.open }).getAttribute('href'), url)
  assert.ok(page.getByAltText(words.link.qrLabel('Nordlys')))
  const snippet = (label: string) => page.getByRole('group', { name: label }).textContent
  assert.ok(snippet(words.embed.card).includes(`src="${embed_url}"`))
  for (const label of [words.embed.badgeMarkdown, words.embed.badgeHtml]) {
    assert.ok(snippet(label).includes(badge_url))
    assert.ok(snippet(label).includes(words.badgeText('Nordlys')))
  }
})

test('sharing ends after a question, and the page says so', async () => {
  const page = await openShared()
  await page.user.click(page.getByRole('button', { name: words.revoke.action }))
  const dialog = await page.findByRole('dialog', { name: words.revoke.ask })
  assert.equal(page.service.changes.length, 0)
  page.service.answer({ 'DELETE /app/vessels/{id}/share': new Refusal('rate_limited') })
  const action = within(dialog).getByRole('button', { name: words.revoke.action })
  await page.user.click(action)
  await within(dialog).findByText(en.common.problem.rate_limited(null))
  page.service.answer({
    'DELETE /app/vessels/{id}/share': { removed: true },
    'GET /app/vessels/{id}/share': new Refusal('not_found'),
  })
  await page.user.click(action)
  await page.findByText(words.revoke.done)
  assert.ok(page.getByText(words.none))
})
