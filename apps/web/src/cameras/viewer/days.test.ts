import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, fileNameOf } from './days.ts'

const taken = (captured_at: string) => ({ captured_at })

test('frames of a day stand together, in their order', () => {
  const frames = ['2026-05-14T23:00:00Z', '2026-05-14T01:00:00Z', '2026-05-13T12:00:00Z'].map(taken)
  const days = byDay(frames, (at) => at.slice(0, 10))
  assert.deepEqual(
    days.map(({ title, frames }) => [title, frames.length]),
    [
      ['2026-05-14', 2],
      ['2026-05-13', 1],
    ],
  )
  assert.deepEqual(byDay([], String), [])
})

test('a file name holds the camera and the time, and nothing that a file system does not take', () => {
  const frame = { captured_at: '2026-05-14T09:30:05.123Z', mime: 'image/webp' } as const
  assert.equal(fileNameOf('Cockpit', frame), 'Cockpit 2026-05-14 09.30.05.webp')
  assert.equal(fileNameOf('</script><img onerror>\n../x', frame), 'script img onerror .. x 2026-05-14 09.30.05.webp')
  assert.equal(fileNameOf('///', frame), 'camera 2026-05-14 09.30.05.webp')
})
