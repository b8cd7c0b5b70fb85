import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../../../scripts/until.ts'
import { readConfig } from '../../settings/config.ts'
import { testServerUrl } from '../../testing/database.ts'
import { startTestProcess } from '../../testing/process.ts'
import { quiet } from '../archive/progress.ts'
import { withCopyOfRunning } from './copy-socket.ts'
import { makeBackup } from './make-backup.ts'
import { withCopy } from './source.ts'

const skip = testServerUrl ? 'a server serves many' : false
const root = await mkdtemp(join(tmpdir(), 'binnacle-door-'))
after(() => rm(root, { recursive: true }))

test('a service that is stopped while its copy is read: it stops, and no archive is made of what is left', {
  skip,
}, async () => {
  const { service, env } = await startTestProcess()
  const config = readConfig(env)
  const file = join(root, 'cut.tar')
  // It opens when the service listens.
  await until(() => existsSync(join(env.DATA_DIR!, 'backup.sock')), 'its socket')
  const reading = withCopyOfRunning(env.DATA_DIR!, async (folder, there) => {
    assert.ok(existsSync(join(folder, 'db', 'PG_VERSION')))
    await withCopy(folder, async ({ db }) => {
      assert.deepEqual(await service.stop(), { code: 0, signal: null })
      if (!there.aborted) await once(there, 'abort')
      await makeBackup({ db, config, store: null, file, now: new Date(), report: quiet, reading: there })
    })
  })
  await assert.rejects(reading, /The service was stopped, and its copy of the database went with it\. Try again\./)
  assert.deepEqual(await readdir(root), [])
})
