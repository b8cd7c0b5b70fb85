import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES, type Route } from '@binnacle/contract'
import Fastify from 'fastify'
import type { Callers } from './callers.ts'
import { registrar } from './register.ts'

/** A server that handles these routes. Nothing is asked of it, so it knows no callers. */
function serverOf(routes: readonly Route[]) {
  const app = Fastify()
  const handle = registrar(app, {} as Callers, () => async () => assert.fail('nothing is written'))
  for (const route of routes) handle(route, async () => '')
  return app
}

test('a route of the contract without a handler stops the start, which names it; so do a second handler and a route outside of ROUTES', async () => {
  await serverOf(ROUTES).ready()
  const most = ROUTES.filter(({ id }) => id !== 'getDueFeed' && id !== 'logService')
  await assert.rejects(async () => void (await serverOf(most).ready()), {
    message: 'Routes of the contract without a handler: getDueFeed, logService.',
  })
  assert.throws(() => serverOf([...ROUTES, ROUTES[0]!]), { message: /handled twice/ })
  assert.throws(() => serverOf([{ ...ROUTES[0]!, id: 'listNotes' }]), { message: /^listNotes .* not in ROUTES/ })
})
