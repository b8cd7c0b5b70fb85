import '../../testing/browser.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { toSignIn } from './to-sign-in.ts'

test('the sign-in page knows the whole address to which it leads back', async () => {
  const address = '/boats/1/maintenance?tab=log#log-7'
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  await router.load()
  toSignIn(new QueryClient(), router)
  assert.equal(new URLSearchParams(router.latestLocation.searchStr).get('to'), address)
})
