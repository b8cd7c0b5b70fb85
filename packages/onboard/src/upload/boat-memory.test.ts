import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { VESSEL_ID } from '@binnacle/contract'
import { BoatMemory } from './boat-memory.ts'

test('keys that are asked about at the same time are all in the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-boat-'))
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { [VESSEL_ID]: 'ves_1', 'content-type': 'application/json' })
      .end('{"requests":[],"poll_after_ms":15000}'),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const path = join(folder, 'boat.json')
  const warnings: string[] = []
  const boat = await BoatMemory.open(path, folder, { warn: (text) => warnings.push(text) })
  await Promise.all(['ct_readings', 'ct_cameras'].map((key) => boat.ask({ url, key })))
  assert.deepEqual(warnings, [])
  const { vessel, keys } = JSON.parse(readFileSync(path, 'utf8'))
  assert.equal(vessel, 'ves_1')
  assert.equal(keys.length, 2)
})
