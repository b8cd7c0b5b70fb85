import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { isNewer, offeredBy, watchForUpdate } from '@binnacle/onboard'
import { logTo } from '../../../../packages/onboard/src/testing/log.ts'
import { until } from '../../../../scripts/until.ts'
import { prefixOf, updateText } from './update.ts'

const PROGRAM = 'binnacle-gateway'
const SUM = 'a'.repeat(64)
const SUMS = `${SUM}  binnacle-gateway-0.10.0.tgz\n${'b'.repeat(64)}  signalk-binnacle-0.10.0.tgz\n`

async function serviceWith(t: TestContext, sums: string | undefined): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(sums === undefined ? 404 : 200).end(sums)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('what a service offers', async (t) => {
  const url = await serviceWith(t, SUMS)
  assert.deepEqual(await offeredBy(url, PROGRAM), {
    version: '0.10.0',
    sha256: SUM,
    url: `${url}/onboard/binnacle-gateway-0.10.0.tgz`,
  })
  assert.equal((await offeredBy(url, 'signalk-binnacle'))?.sha256, 'b'.repeat(64))
  assert.equal(await offeredBy(await serviceWith(t, undefined), PROGRAM), undefined)
  assert.equal(await offeredBy(await serviceWith(t, '<html>Marina Wi-Fi</html>'), PROGRAM), undefined)
  await assert.rejects(offeredBy('http://127.0.0.1:1', PROGRAM))
})

test('a version is newer by its numbers', () => {
  assert.deepEqual(
    ['0.9.9', '0.10.0', '0.10.1', '1.0.0'].filter((version) => isNewer(version, '0.10.0')),
    ['0.10.1', '1.0.0'],
  )
})

test('a newer version is said once in the log; the same one and an older one are not', async (t) => {
  const url = await serviceWith(t, SUMS)
  const said: string[] = []
  const log = logTo((line, level) => level === 'info' && said.push(line))
  const [old, same] = ['0.9.0', '0.10.0'].map((own) =>
    watchForUpdate({ service: url, program: PROGRAM, own, log, text: ({ version }) => updateText(version) }, 0),
  )
  t.after(() => [old, same].map((watch) => watch!.close()))
  await until(() => old!.newer())
  assert.equal(old!.newer()?.version, '0.10.0')
  assert.equal(same!.newer(), null)
  assert.deepEqual(said, [
    'the service has version 0.10.0 of the gateway; install it the way that this one was installed',
  ])
})

test('only what npm installed with -g is updated by npm', () => {
  assert.equal(prefixOf('/usr/local/lib/node_modules/binnacle-gateway/dist/main.cjs'), '/usr/local')
  assert.equal(prefixOf('/usr/lib/binnacle-gateway/dist/main.cjs'), undefined)
  assert.equal(prefixOf('/home/ada/binnacle/apps/gateway/src/update/update.ts'), undefined)
})

test('the command that is named is one that updates this gateway', () => {
  assert.match(
    updateText('0.10.0', '/usr/local/lib/node_modules/binnacle-gateway/dist/main.cjs'),
    /: sudo binnacle-gateway update$/,
  )
  assert.match(updateText('0.10.0', '/data/BinnacleGateway/binnacle-gateway'), / the way that this one was installed$/)
})
