import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withKnownLinks } from './signed-links.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')
const picture = (id: string, minutesLeft: number) => {
  const url = `https://boat.example/frames/${id}?exp=${NOW / 1000 + minutesLeft * 60}&kid=1&sig=${minutesLeft}`
  return { url, thumb_url: `${url}&size=thumb` }
}
const withScreen = (id: string, minutesLeft: number) => {
  const { url, thumb_url } = picture(id, minutesLeft)
  return { url, thumb_url, screen_url: `${url}&size=screen` }
}

test('a picture keeps its links while they are good for a while, so that it is fetched once', () => {
  const fresh = [picture('b', 30), picture('a', 30)]
  assert.deepEqual(withKnownLinks(fresh, [picture('a', 9)], NOW), [picture('b', 30), picture('a', 9)])
  assert.deepEqual(withKnownLinks([withScreen('a', 30)], [withScreen('a', 9)], NOW), [withScreen('a', 9)])
})

test('links that end soon or have ended, and those of another picture, are not kept', () => {
  const fresh = [picture('a', 30)]
  for (const left of [8, 0, -60]) assert.deepEqual(withKnownLinks(fresh, [picture('a', left)], NOW), fresh)
  assert.deepEqual(withKnownLinks(fresh, [picture('b', 20)], NOW), fresh)
  assert.deepEqual(withKnownLinks(fresh, [], NOW), fresh)
  const endless = { url: 'https://boat.example/frames/a', thumb_url: 'https://boat.example/frames/a' }
  assert.deepEqual(withKnownLinks(fresh, [endless], NOW), fresh)
})

test('links to a bucket are kept and left in the same way', () => {
  const presigned = (id: string, begun: string) => {
    const url = `https://bucket.example/ab/${id}.jpg?X-Amz-Date=20260514T${begun}Z&X-Amz-Expires=1800&X-Amz-Signature=${begun}`
    return { url, thumb_url: url.replace('.jpg', '.thumb.webp') }
  }
  const fresh = [presigned('a', '120000')]
  assert.deepEqual(withKnownLinks(fresh, [presigned('a', '113900')], NOW), [presigned('a', '113900')])
  assert.deepEqual(withKnownLinks(fresh, [presigned('a', '113800')], NOW), fresh)
  assert.deepEqual(withKnownLinks(fresh, [presigned('b', '115900')], NOW), fresh)
})

test('what else is told of a picture is the newest', () => {
  const known = [{ ...picture('a', 20), bytes: 1 }]
  const [kept] = withKnownLinks([{ ...picture('a', 30), bytes: 2 }], known, NOW)
  assert.deepEqual(kept, { ...picture('a', 20), bytes: 2 })
})
