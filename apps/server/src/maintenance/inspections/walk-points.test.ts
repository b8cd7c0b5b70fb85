import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pointsOfWalk } from './walk-points.ts'

const at = new Date('2026-05-14T09:30:00Z')
const item = { id: 'i', template_item_id: null, verdict: null, note: null, updated_at: at }
const walk = { vesselId: 'v', inspection: {} as never, photos: [], previous: [], tasks: new Map([['b', 't']]) }

test('a point of a checklist that is no longer there has no words, and keeps its finding', () => {
  for (const template_item_id of [null, '00000000-0000-4000-8000-000000000000']) {
    const [point] = pointsOfWalk({ ...walk, items: [{ ...item, template_item_id, note: 'Loose' }] }, 'en', new Map())
    assert.deepEqual([point!.checklist, point!.title, point!.note, point!.previous], [null, '', 'Loose', null])
  }
})

test('each photo goes to its point, with a link and a small one', () => {
  const photo = {
    vessel_id: 'v',
    inspection_id: 'n',
    mime: 'image/jpeg' as const,
    width: 4,
    height: 3,
    bytes: 9,
    created_at: at,
  }
  const photos = [
    { ...photo, id: 'p', item_id: 'b' },
    { ...photo, id: 'q', item_id: 'b' },
  ]
  const items = ['a', 'b'].map((id) => ({ ...item, id }))
  const links = new Map(photos.map(({ id }) => [id, { url: `/${id}`, thumb_url: `/small/${id}` }]))
  const points = pointsOfWalk({ ...walk, items, photos }, 'en', links)
  assert.deepEqual(
    points.map((point) => point.photos.map(({ thumb_url }) => thumb_url)),
    [[], ['/small/p', '/small/q']],
  )
  assert.deepEqual(
    points.map(({ task_id }) => task_id),
    [null, 't'],
  )
})
