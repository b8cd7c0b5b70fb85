import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDER_CATALOGUE } from '../../../server/src/connections/providers/provider-catalogue.ts'
import { KINDS } from '../texts/keys.ts'
import { kindOf, providerOf, standingOf } from './kinds.ts'

test('every kind is a provider of the catalogue that can be connected, and every such provider has a kind', () => {
  const available = PROVIDER_CATALOGUE.filter((provider) => standingOf(provider, []) === 'available')
  assert.deepEqual(KINDS.map(providerOf).sort(), available.map(({ slug }) => slug).sort())
  for (const kind of KINDS) assert.equal(kindOf(providerOf(kind)), kind)
  assert.equal(kindOf('operators-own'), null)
})

test('connected, available, not yet', () => {
  const provider = { slug: 'signalk', direction: 'push', status: 'live' } as const
  assert.equal(standingOf(provider, ['signalk']), 'connected')
  assert.equal(standingOf(provider, ['victron-venus']), 'available')
  assert.equal(standingOf({ ...provider, status: 'beta' }, []), 'available')
  assert.equal(standingOf({ ...provider, status: 'planned' }, []), 'notYet')
  assert.equal(standingOf({ ...provider, status: 'unavailable' }, []), 'notYet')
  assert.equal(standingOf({ ...provider, direction: 'pull' }, []), 'notYet')
})
