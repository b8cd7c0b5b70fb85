import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { SILENT } from '../../../packages/onboard/src/testing/log.ts'
import { readKeys, splitKeys, storeKeys } from './keys.ts'
import { onboardSettings, problemOf, type Settings } from './settings.ts'

const KEY = keyOf('ct_', 12345n, crc32)
const OTHER = keyOf('ct_', 678n, crc32)
const folder = await mkdtemp(join(tmpdir(), 'binnacle-keys-'))
after(() => rm(folder, { recursive: true, force: true }))

describe('what is missing or wrong', () => {
  const url = 'https://binnacle.example.org'
  const CASES: [settings: Settings, key: string | undefined, problem: RegExp | undefined][] = [
    [{}, undefined, /Enter the address/],
    [{ url: 'binnacle.example.org' }, KEY, /must begin with https/],
    [{ url: 'https://' }, KEY, /must begin with https/],
    [{ url }, undefined, /Enter the connection key/],
    [{ url }, 'bnk_abc', /access key/],
    [{ url }, `${KEY.slice(0, -1)}_`, /wrong or missing/],
    [{ url }, KEY, undefined],
  ]
  for (const [settings, key, problem] of CASES)
    test(`${settings.url} ${key?.slice(0, 4)}: ${problem ?? 'nothing'}`, () => {
      const said = problemOf(settings, { key })
      if (problem) assert.match(said ?? '', problem)
      else assert.equal(said, undefined)
      if (key) assert.ok(!said?.includes(key))
    })
  test('a wrong key for the cameras', () =>
    assert.match(problemOf({ url }, { key: KEY, cameraKey: 'ct_1' }) ?? '', /for cameras/))
})

describe('keys', () => {
  test('leave the settings; the rest stays', () => {
    const saved = { url: 'https://a', key: ` ${KEY}\n`, advanced: { cameraKey: OTHER, queueDays: 30 } }
    assert.deepEqual(splitKeys(saved), {
      entered: { key: KEY, cameraKey: OTHER },
      settings: { url: 'https://a', advanced: { queueDays: 30 } },
    })
    assert.deepEqual(splitKeys({ url: 'https://a', key: '' }), { entered: {}, settings: { url: 'https://a' } })
  })
  test('are stored for their owner only; one that is not entered again stays', async () => {
    assert.deepEqual(readKeys(folder), {})
    await storeKeys(folder, { key: KEY, cameraKey: OTHER })
    assert.deepEqual(await storeKeys(folder, { key: OTHER }), { key: OTHER, cameraKey: OTHER })
    assert.deepEqual(readKeys(folder), { key: OTHER, cameraKey: OTHER })
    const file = join(folder, 'keys.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.ok(!(await readFile(file, 'utf8')).includes(KEY))
  })
})

describe('settings of the onboard device', () => {
  const of = (settings: Settings) => onboardSettings({ url: 'https://a/', ...settings }, { key: KEY }, folder, SILENT)
  test('an empty form has a queue for months and no limits', () => {
    const { url, queue, budgets, admission, cameras } = of({})
    assert.deepEqual([url, queue, cameras], ['https://a', { maxMegabytes: 500, maxDays: 90 }, []])
    assert.deepEqual(budgets, { telemetryMegabytes: undefined, camerasMegabytes: undefined })
    assert.deepEqual(admission, { hourMeter: undefined, sources: {}, thin: {} })
  })
  test('sources of one value stay in their order', () => {
    const listed = [
      { metric: 'depth', source: ' n2k.35 ' },
      { metric: 'position_lat', source: 'gps.GP' },
      { metric: 'depth', source: 'sounder.SD' },
    ] as const
    const { sources } = of({ sources: [...listed] }).admission
    assert.deepEqual(sources, { depth: ['n2k.35', 'sounder.SD'], position_lat: ['gps.GP'] })
  })
  test('a source may be listed for one tank or battery only', () => {
    const { sources } = of({
      sources: [
        { metric: 'battery_voltage', instance: ' house ', source: 'bmv.0' },
        { metric: 'battery_voltage', instance: '', source: 'n2k.10' },
        { metric: 'depth', source: ' ' },
      ],
    }).admission
    assert.deepEqual(sources, { 'battery_voltage/house': ['bmv.0'], battery_voltage: ['n2k.10'], depth: [] })
  })
  test('a least time slows down what is faster, and never a fault', () => {
    const thin = of({ advanced: { leastSeconds: 45 } }).admission.thin ?? {}
    assert.deepEqual(thin.position_lat, { intervalMs: 45_000 })
    assert.equal(thin.fuel_level_pct, undefined)
    assert.equal(thin.fault_code, undefined)
  })
  test('cameras of every kind from one form', () => {
    const camera = (kind: 'rtsp' | 'http' | 'onvif' | 'usb' | 'rpicam', address: string) =>
      of({ cameras: [{ name: 'Deck', kind, address, width: 640 }] }).cameras[0]
    const common = { name: 'Deck', width: 640 }
    const login = { username: undefined, password: undefined }
    assert.deepEqual(camera('rtsp', ' rtsp://10.0.0.2/1 '), {
      ...common,
      ...login,
      kind: 'rtsp',
      url: 'rtsp://10.0.0.2/1',
    })
    assert.deepEqual(camera('onvif', '10.0.0.2:8000'), {
      ...common,
      ...login,
      kind: 'onvif',
      host: '10.0.0.2',
      port: 8000,
    })
    assert.deepEqual(camera('usb', ''), { ...common, kind: 'usb', device: undefined })
    assert.deepEqual(camera('rpicam', '1'), { ...common, kind: 'rpicam', camera: 1 })
  })
})
