import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { QUICK_START } from '../../../scripts/quick-start.ts'
import { until } from '../../../scripts/until.ts'

const ROOT = join(import.meta.dirname, '../../..')

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

for (const [command, signal] of [
  ['start', 'SIGTERM'],
  ['start', 'SIGINT'],
  ['demo', 'SIGTERM'],
] as const)
  test(`kill -${signal} of npm run ${command} ends the service`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'binnacle-stop-'))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/health/live`
    const npm = spawn('npm', ['run', command], {
      cwd: ROOT,
      env: { ...process.env, ...QUICK_START.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: 'ignore',
      detached: true,
    })
    const ended = once(npm, 'exit')
    t.after(() => {
      try {
        process.kill(-npm.pid!, 'SIGKILL')
      } catch {
        // Nothing of it is left.
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    await until(() => answers(url), `${command} answers`, npm)
    npm.kill(signal)
    await ended
    await until(async () => !(await answers(url)), 'nothing answers any more')
    assert.throws(() => process.kill(-npm.pid!, 0), { code: 'ESRCH' }, 'none of its processes is left')
  })
