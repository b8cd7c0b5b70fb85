import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { SILENT } from '../../../packages/onboard/src/testing/log.ts'
import { lineLog } from './log.ts'
import { startMotionHook } from './motion-hook.ts'

const TOKEN = 'a-token-of-the-boat'

test('a motion detector is heard for the cameras that there are', async (t) => {
  const moved: string[] = []
  const device = {
    motion: (camera: string) => {
      if (camera === 'Helm & mast') moved.push(camera)
      return camera === 'Helm & mast'
    },
  }
  const hook = startMotionHook(
    { host: '127.0.0.1', port: 0, token: TOKEN },
    device,
    lineLog('error', false, assert.fail),
  )
  t.after(() => hook.close())
  const port = await hook.listening
  const bearer = { authorization: `Bearer ${TOKEN}` }
  const ask = async (method: string, path: string, headers: Record<string, string> = bearer) => {
    const sent = request({ port, path, method, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  assert.equal(await ask('POST', '/motion/Helm%20%26%20mast'), 202)
  assert.equal(await ask('GET', '/motion/Helm%20%26%20mast'), 405)
  assert.equal(await ask('POST', '/motion/Bow'), 404)
  assert.equal(await ask('POST', '/motion/%E0%A4%A'), 404)
  assert.equal(await ask('POST', '/'), 404)
  assert.deepEqual(moved, ['Helm & mast'])
  // Without the token nothing is told, not even which cameras there are.
  const bow = '/motion/Bow'
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }])
    assert.equal(await ask('POST', bow, headers as Record<string, string>), 401)
  for (const query of ['', '?token=', '?token=wrong']) assert.equal(await ask('POST', `${bow}${query}`, {}), 401)
  assert.equal(await ask('POST', `/motion/Helm%20%26%20mast?token=${TOKEN}`, {}), 202)
  // A page of a browser in the boat's network says that it is one, even with the token.
  for (const page of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { referer: 'http://a/' }])
    assert.equal(await ask('POST', '/motion/Helm%20%26%20mast', { ...bearer, ...(page as object) }), 403)
  assert.deepEqual(moved, ['Helm & mast', 'Helm & mast'])
})

test('a port that is taken is said, and the gateway goes on', async (t) => {
  const first = startMotionHook({ host: '127.0.0.1', port: 0, token: TOKEN }, { motion: () => true }, SILENT)
  t.after(() => first.close())
  const port = await first.listening
  const lines: string[] = []
  const log = lineLog('error', true, (line) => lines.push(line))
  const second = startMotionHook({ host: '127.0.0.1', port: port!, token: TOKEN }, { motion: () => true }, log)
  t.after(() => second.close())
  assert.equal(await second.listening, undefined)
  assert.deepEqual(lines, [`<3>motion hook: port ${port} on 127.0.0.1: is in use by another program\n`])
})
