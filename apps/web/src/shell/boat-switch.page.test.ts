import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { BOAT, boatPath, fleetVessel, id } from '../testing/boat.ts'
import { open } from '../testing/open.ts'
import type { Answers } from '../testing/service.ts'
import { en } from '../texts/en.ts'
import { pageOf } from './sections.ts'

const { nav } = en.common
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
const ANSWERS: Answers = {
  'GET /app/vessels/{id}/log': { entries: [], next: null },
  'GET /app/fleet': { vessels: [fleetVessel(), fleetVessel({ vessel: { ...BOAT, id: id(3), name: 'Skagen' } })] },
}
afterEach(() => happyDOM.setViewport({ width: 1280 }))

test('on a phone a page names its boat, and leads to the same page of another one', async () => {
  happyDOM.setViewport({ width: 390 })
  const page = await open(boatPath('/logbook'), ANSWERS)
  await page.user.click(await page.findByRole('button', { name: nav.switchFrom('Nordlys') }))
  const other = await page.findByRole('link', { name: 'Skagen' })
  assert.equal(other.getAttribute('href'), `/boats/${id(3)}/logbook`)
  assert.equal(page.getByRole('link', { name: nav.allBoats }).getAttribute('href'), '/')
})

test('elsewhere the column beside the page names it', async () => {
  const page = await open(boatPath('/logbook'), ANSWERS)
  await page.findByText(en.maintenance.log.empty.title)
  assert.ok(page.queryByRole('button', { name: nav.switchFrom('Nordlys') }) === null)
})

test('a page that only one boat has leads to the list of its kind', () => {
  const of = (page: string) => pageOf(`/boats/1${page}`)
  assert.equal(of(''), '/boats/$boatId')
  assert.equal(of('/logbook'), '/boats/$boatId/logbook')
  assert.equal(of('/maintenance'), '/boats/$boatId/maintenance')
  assert.equal(of('/cameras/2'), '/boats/$boatId/cameras')
  assert.equal(of('/inspections/2/report'), '/boats/$boatId/inspections')
  assert.equal(of('/guide'), '/boats/$boatId')
})
