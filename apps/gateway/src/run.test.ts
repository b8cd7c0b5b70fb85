import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { freePort } from '../../../scripts/free-port.ts'
import { until } from '../../../scripts/until.ts'
import { loadConfig } from './config/load.ts'
import { lineLog } from './log.ts'
import { folderProblem, startGateway } from './run.ts'
import { settings, UNUSED } from './testing/program.ts'

const KEY = keyOf('ct_', 1n, crc32)
const TOKEN = 'a-token-of-the-boat'

test('the status page of a running gateway; no key, token or password is in it or in the log', async (t) => {
  const port = await freePort()
  const path = settings(t, {
    service: 'http://127.0.0.1:1',
    key: KEY,
    inputs: UNUSED,
    more:
      `cameras:\n  - {kind: http, name: Helm, url: 'http://skipper:hunter2@127.0.0.1:1/snapshot.jpg'}\n` +
      `statusPage: {port: ${port}, token: ${TOKEN}}\n`,
  })
  chmodSync(path, 0o600)
  const lines: string[] = []
  const gateway = await startGateway(
    await loadConfig(path, {}),
    lineLog('debug', false, (line) => lines.push(line)),
  )
  t.after(() => gateway.close())
  const get = (at: string) =>
    fetch(`http://127.0.0.1:${port}${at}`, { headers: { authorization: `Bearer ${TOKEN}` } }).then((r) => r.text())
  const json = await until(async () => {
    const text = await get('/status.json').catch(() => '')
    return text.includes('connection refused') ? text : undefined
  }, 'the input has been tried')
  const { program, inputs, cameras, series } = JSON.parse(json)
  assert.deepEqual([program.pid, inputs[0].name, cameras[0].name, series], [process.pid, 'nmea0183', 'Helm', []])
  const said = [json, await get('/'), ...lines].join('\n')
  for (const secret of [KEY, TOKEN, 'hunter2']) assert.ok(!said.includes(secret), said)
})

test('the status page is off unless set', async (t) => {
  const path = settings(t, { service: 'http://127.0.0.1:1', key: KEY, inputs: UNUSED })
  assert.equal((await loadConfig(path, {})).statusPage, undefined)
})

test('a data folder on a full disk needs space, and no other user', () => {
  const error = (code: string) => Object.assign(new Error(`${code}: no`), { code })
  assert.equal(folderProblem('/data', error('ENOSPC')), 'the disk of dataFolder /data is full; free some space')
  assert.match(folderProblem('/data', error('EACCES')), /\(EACCES: no\); make it writable for this user/)
})
