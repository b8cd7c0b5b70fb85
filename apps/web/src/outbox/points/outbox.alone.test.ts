import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fakeDatabase } from '../../testing/database.ts'
import { Outbox } from './outbox.ts'

const photo = (id: string) => ({ id, itemId: 'a', image: 'data:image/jpeg;base64,AA==' })
const taken = { item: async () => {}, photo: async () => {}, done() {}, conflict() {} }

async function written() {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

test('two tabs keep what is said of an inspection together', async (t) => {
  // Without a network it would try again.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const kept = fakeDatabase()
  const [one, other] = [new Outbox('local-1', taken), new Outbox('local-1', taken)]
  one.addPhoto(photo('p'))
  one.addPhoto(photo('q'))
  other.answer('a', { note: 'Loose' })
  one.answer('a', { verdict: 'attention' })
  other.addPhoto(photo('r'))
  one.discard('p')
  await written()
  assert.deepEqual(kept.get('inspection local-1'), {
    answers: { a: { note: 'Loose', verdict: 'attention' } },
    photos: [photo('q'), photo('r')],
    refused: {},
  })

  await one.readdress('1', new Map([['a', 'item-a']]))
  assert.deepEqual(kept.get('inspection 1'), {
    answers: { 'item-a': { note: 'Loose', verdict: 'attention' } },
    photos: [photo('r'), photo('q')].map((each) => ({ ...each, itemId: 'item-a' })),
    refused: {},
  })
  one.clear()
  await written()
  assert.deepEqual([...kept.keys()], [])
})

test('what a full disk did not take is kept with the next change', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const kept = fakeDatabase()
  const outbox = new Outbox('local-2', taken)
  outbox.addPhoto(photo('p'))
  await written()
  const full = t.mock.method(kept, 'set', () => {
    throw new Error('the disk is full')
  })
  outbox.addPhoto(photo('q'))
  await written()
  full.mock.restore()
  outbox.discard('p')
  await written()
  assert.deepEqual((kept.get('inspection local-2') as { photos: unknown[] }).photos, [photo('q')])
})
