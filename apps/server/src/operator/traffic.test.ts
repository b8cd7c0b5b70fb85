import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '@binnacle/contract'
import { trafficOf } from './traffic.ts'

const route = (id: string) => ROUTES.find((r) => r.id === id)

test('an answer counts once: as a request, and as refused or failed', () => {
  assert.deepEqual(trafficOf(route('listVessels'), 200), {
    requests: 1,
    refused: 0,
    failed: 0,
    frames: 0,
    frames_refused: 0,
  })
  assert.equal(trafficOf(route('listVessels'), 404)?.refused, 1)
  assert.equal(trafficOf(route('listVessels'), 304)?.refused, 0)
  assert.equal(trafficOf(route('listVessels'), 503)?.failed, 1)
})

test('a frame is stored, or refused, or neither when the service is to blame', () => {
  const of = (status: number) => {
    const { frames, frames_refused } = trafficOf(route('postFrame'), status)!
    return [frames, frames_refused]
  }
  assert.deepEqual(
    [of(201), of(429), of(500)],
    [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  )
})

test('health checks, Prometheus and pages are no traffic', () => {
  assert.equal(trafficOf(route('getReady'), 200), null)
  assert.equal(trafficOf(route('getMetrics'), 200), null)
  assert.equal(trafficOf(undefined, 200), null)
})
