import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '@binnacle/contract'
import { isServicePath } from './service-paths.ts'

test('no route of the service is taken for a page', () => {
  for (const { path } of ROUTES) assert.ok(isServicePath(path), path)
  for (const path of ['/docs/', '/help/', '/onboard/install.sh']) assert.ok(isServicePath(path), path)
  for (const page of ['/', '/boats/1', '/verdant', '/account']) assert.ok(!isServicePath(page), page)
})
