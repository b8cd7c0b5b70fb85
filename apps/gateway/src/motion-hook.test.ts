import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from './log.ts'
import { startMotionHook } from './motion-hook.ts'

test('a motion detector is heard for the cameras that there are', async (t) => {
  const moved: string[] = []
  const box = {
    motion: (camera: string) => {
      if (camera === 'Helm & mast') moved.push(camera)
      return camera === 'Helm & mast'
    },
  }
  const hook = startMotionHook({ host: '127.0.0.1', port: 0 }, box, lineLog('error', false, assert.fail))
  t.after(() => hook.close())
  const port = await hook.listening
  const ask = async (method: string, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status
  assert.equal(await ask('POST', '/motion/Helm%20%26%20mast'), 202)
  assert.equal(await ask('GET', '/motion/Helm%20%26%20mast'), 405)
  assert.equal(await ask('POST', '/motion/Bow'), 404)
  assert.equal(await ask('POST', '/motion/%E0%A4%A'), 404)
  assert.equal(await ask('POST', '/'), 404)
  assert.deepEqual(moved, ['Helm & mast'])
})

test('a port that is taken is said, and the gateway goes on', async (t) => {
  const quiet = lineLog('error', false, () => {})
  const first = startMotionHook({ host: '127.0.0.1', port: 0 }, { motion: () => true }, quiet)
  t.after(() => first.close())
  const port = await first.listening
  const lines: string[] = []
  const log = lineLog('error', true, (line) => lines.push(line))
  const second = startMotionHook({ host: '127.0.0.1', port: port! }, { motion: () => true }, log)
  t.after(() => second.close())
  assert.equal(await second.listening, undefined)
  assert.deepEqual(lines, [`<3>motion hook: port ${port} on 127.0.0.1: is in use by another program\n`])
})
