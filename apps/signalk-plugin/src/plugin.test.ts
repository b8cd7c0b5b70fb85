import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { until } from '../../../scripts/until.ts'
import { plugIn } from './testing/plug-in.ts'

const SETTINGS = { url: 'http://127.0.0.1:9', key: keyOf('ct_', 1n, crc32) }

const depth = (value: number, timestamp: string, $source = 'n2k.35') => ({
  updates: [{ $source, timestamp, values: [{ path: 'environment.depth.belowTransducer', value }] }],
})

describe('the plugin', () => {
  test('started and stopped again and again, it leaves nothing behind', async (t) => {
    const { server, plugin, status, running, start } = await plugIn(t)
    start(SETTINGS)
    await plugin.stop()
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    for (let i = 0; i < 5; i++) {
      start(SETTINGS)
      await running()
      assert.equal(server.subscriptions.size, 1)
      await plugin.stop()
      assert.equal(server.subscriptions.size, 0)
      assert.equal(status().code, 404)
    }
    await plugin.stop()
    assert.equal(timers(), before)
  })

  test('says what is missing, and where its status is asked for', async (t) => {
    const { server, plugin, status, start } = await plugIn(t)
    assert.equal(status().code, 404)
    start({})
    await until(() => status().body.problem, 'it to say so')
    assert.equal(server.said.at(-1), `Error: ${status().body.problem}`)
    assert.match(status().body.problem ?? '', /Enter the address/)
    await plugin.stop()
  })

  test('takes the key out of the saved settings and keeps it for the next start', async (t) => {
    const { server, plugin, running, start } = await plugIn(t)
    start(SETTINGS)
    await running()
    await plugin.stop()
    assert.deepEqual(server.saved, { url: SETTINGS.url })
    start(server.saved ?? {})
    await running()
    await plugin.stop()
  })

  test('does not count what the server remembered from long ago, but counts live values of a device with a wrong clock', async (t) => {
    const { server, plugin, status, running, start } = await plugIn(t)
    server.remembered = [depth(5, '2016-02-28T19:57:02Z')]
    start(SETTINGS)
    await running()
    assert.equal(status().body.device?.queue.waiting, 0)
    server.deliver(depth(6, '2016-02-28T19:57:02Z'))
    await until(() => status().body.device?.queue.waiting === 1, 'it to wait')
    await plugin.stop()
  })

  test('sends the depth below the keel, if that is wanted, and counts what is not', async (t) => {
    const { server, plugin, status, running, start } = await plugIn(t)
    start({ ...SETTINGS, depth: 'keel' })
    await running()
    server.deliver(depth(8.7, new Date().toISOString()))
    const values = [{ path: 'environment.depth.belowKeel', value: 5.7 }]
    server.deliver({ updates: [{ $source: 'n2k.35', values }] })
    const { series = [], withheld = [] } = status().body.device ?? {}
    assert.deepEqual(
      series.map(({ metric, newest }) => [metric, newest?.value]),
      [['depth', 5.7]],
    )
    assert.deepEqual(
      withheld.map(({ reason, value }) => [reason, value]),
      [['no_offset', 8.7]],
    )
    await plugin.stop()
  })

  describe('a source that is chosen on its page', () => {
    const OTHER = 'n2k.36/environment.depth.belowTransducer'
    const choice = (source: string | null) => ({ metric: 'depth', instance: null, source })
    const LISTED = [{ metric: 'water_temp', source: 'sea' }]

    async function withSounders(t: TestContext) {
      const plugged = await plugIn(t)
      const { server, status, running, start } = plugged
      start({ ...SETTINGS, sources: LISTED })
      await running()
      const hear = () => {
        for (const source of ['n2k.35', 'n2k.36']) server.deliver(depth(5, new Date().toISOString(), source))
      }
      const chosen = () => status().body.device?.series.map(({ chosen, pinned }) => ({ ...chosen, pinned }))[0]
      hear()
      return { ...plugged, hear, chosen }
    }

    test('is used at once, saved beside the other settings, and left again', async (t) => {
      const { server, plugin, status, post, hear, chosen } = await withSounders(t)
      assert.equal(chosen()?.pinned, false)
      assert.equal((await post('/sources', choice(OTHER))).code, 200)
      hear()
      assert.deepEqual(chosen(), { source: OTHER, name: null, pinned: true })
      const listed = [...LISTED, { metric: 'depth', source: OTHER }]
      assert.deepEqual(server.saved, { url: SETTINGS.url, sources: listed })
      assert.deepEqual(status().body.sources, listed)
      assert.equal((await post('/sources', choice(null))).code, 200)
      assert.equal(chosen()?.pinned, false)
      assert.deepEqual(server.saved, { url: SETTINGS.url, sources: LISTED })
      await plugin.stop()
    })

    test('holds after a restart', async (t) => {
      const { server, plugin, post, running, start, hear, chosen } = await withSounders(t)
      await post('/sources', choice(OTHER))
      await plugin.stop()
      start(server.saved ?? {})
      await running()
      hear()
      assert.deepEqual(chosen(), { source: OTHER, name: null, pinned: true })
      await plugin.stop()
    })

    test('is kept beside another that is made while it is saved', async (t) => {
      const { server, plugin, status, post } = await withSounders(t)
      server.savingMs = 50
      const another = { metric: 'speed_over_ground', instance: null, source: OTHER }
      const answers = await Promise.all([post('/sources', choice(OTHER)), post('/sources', another)])
      assert.deepEqual(
        answers.map(({ code }) => code),
        [200, 200],
      )
      const listed = [...LISTED, { metric: 'depth', source: OTHER }, { metric: 'speed_over_ground', source: OTHER }]
      assert.deepEqual(status().body.sources, listed)
      assert.deepEqual(server.saved, { url: SETTINGS.url, sources: listed })
      await plugin.stop()
    })

    test('is not used where it cannot be saved', async (t) => {
      const { server, plugin, status, post, hear, chosen } = await withSounders(t)
      server.diskIsFull = true
      assert.deepEqual(await post('/sources', choice(OTHER)), { code: 500, body: { error: 'not_saved' } })
      hear()
      assert.equal(chosen()?.pinned, false)
      assert.deepEqual(status().body.sources, LISTED)
      assert.match(server.said.at(-1) ?? '', /ENOSPC/)
      await plugin.stop()
    })
  })

  test('hours are forgotten when the owner says so', async (t) => {
    const { server, plugin, status, post, running, start } = await plugIn(t)
    // One sample is not believed: the hours are those of before a restart.
    start(SETTINGS)
    await running()
    await plugin.stop()
    const kept = { instance: 'port', hours: 350.5, boot: 'before', steady: 0, at: Date.now() }
    await writeFile(join(server.folder, 'hours.json'), JSON.stringify([kept, { ...kept, instance: null }]))
    start(SETTINGS)
    await running()
    const hours = () => status().body.device?.hourMeters.map(({ instance }) => instance)
    assert.deepEqual(hours(), ['port', null])
    assert.equal((await post('/hours/forget', { instance: 'port' })).code, 200)
    assert.deepEqual(hours(), [null])
    assert.equal((await post('/hours/forget', { instance: 'port' })).code, 404)
    assert.equal((await post('/hours/forget', {})).code, 400)
    assert.equal((await post('/hours/forget', { instance: null })).code, 200)
    assert.equal(await readFile(join(server.folder, 'hours.json'), 'utf8'), '[]\n')
    await plugin.stop()
  })

  test('nothing is changed by another site, with a body that is none, or while it is off', async (t) => {
    const { server, plugin, post, running, start } = await plugIn(t)
    start(SETTINGS)
    await running()
    const before = server.saved
    const good = { metric: 'depth', instance: null, source: 'n2k.36' }
    for (const path of ['/sources', '/hours/forget']) {
      const evil = { host: 'boat:3000', origin: 'http://evil.example' }
      assert.deepEqual(await post(path, good, evil), { code: 403, body: { error: 'cross_site_request' } })
      for (const body of [undefined, null, 'text', {}, { ...good, instance: 1 }])
        assert.deepEqual(await post(path, body), { code: 400, body: { error: 'invalid_request' } })
    }
    assert.equal(server.saved, before)
    await plugin.stop()
    assert.deepEqual(await post('/sources', good), { code: 404, body: { error: 'plugin_off' } })
  })

  test('says that the service has a newer one, and how to install it', async (t) => {
    const sums = `${'a'.repeat(64)}  signalk-binnacle-99.0.0.tgz\n`
    const service = createServer((_request, response) => response.end(sums)).listen(0, '127.0.0.1')
    t.after(() => service.close())
    await once(service, 'listening')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const { status, running, start } = await plugIn(t, 0)
    start({ ...SETTINGS, url })
    await running()
    await until(() => status().body.update, 'the newer version')
    assert.match(
      status().body.update!,
      /has version 99\.0\.0 .*npm install http:\S+\/onboard\/signalk-binnacle-99\.0\.0\.tgz /,
    )
  })

  test('an error in it does not reach the server', async (t) => {
    const { server, plugin, running, start } = await plugIn(t)
    start(SETTINGS)
    await running()
    const trap = {
      get updates(): never {
        throw new Error('trapped')
      },
    }
    server.deliver(trap)
    assert.match(server.said.at(-1) ?? '', /trapped/)
    await plugin.stop()
  })
})
