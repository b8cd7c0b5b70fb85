import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { startService } from '../testing/service.ts'

test('before the first account it is the first run; after it sign-up is what the operator says', async () => {
  const { client, owner } = await startService({ SIGNUPS: 'closed' })
  assert.deepEqual(await client.ok(contract.getStart, null), {
    first_run: true,
    setup_token_required: false,
    signups_open: true,
    oidc_name: null,
    map_tiles: null,
    sends_email: false,
  })
  const operator = await owner()
  const closed = {
    first_run: false,
    setup_token_required: false,
    signups_open: false,
    oidc_name: null,
    map_tiles: null,
    sends_email: false,
  }
  assert.deepEqual(await client.ok(contract.getStart, null), closed)
  await client.ok(contract.changeSettings, operator.session, { body: { signups: 'open' } })
  assert.deepEqual(await client.ok(contract.getStart, null), { ...closed, signups_open: true })
})

test('map tiles are what the settings say', async () => {
  const url = 'https://tile.example.org/{z}/{x}/{y}.png'
  const attribution = '© OpenStreetMap contributors'
  const { client } = await startService({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution })
  const { map_tiles } = await client.ok(contract.getStart, null)
  assert.deepEqual(map_tiles, { url, attribution })
})
