import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCameraIds } from './camera-ids.ts'

test('ids that come at the same time are all in the file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-cameras-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'cameras.json')
  const ids = await openCameraIds(path, console)
  await Promise.all([ids.set('Helm', 'cam_1'), ids.set('Deck', 'cam_2'), ids.set('Bilge', 'cam_3')])
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { Helm: 'cam_1', Deck: 'cam_2', Bilge: 'cam_3' })
})
