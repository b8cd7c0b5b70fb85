import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../../../../scripts/until.ts'
import type { RpicamCamera } from '../settings.ts'
import { fakePrograms, isRunning } from '../testing/programs.ts'
import { captureOf } from './capture.ts'

const JPEG = 'printf "\\377\\330\\377picture"'
const capture = (settings: Partial<RpicamCamera> = {}, signal?: AbortSignal) =>
  captureOf({ kind: 'rpicam', name: 'Saloon', ...settings }, () => {})(signal)

test('rpicam-still is asked for the size and quality', async (t) => {
  const fake = await fakePrograms(t, { 'rpicam-still': JPEG })
  assert.equal((await capture({ width: 1280, quality: 70, camera: 1 })).mime, 'image/jpeg')
  assert.equal(
    (await fake.argumentsOf('rpicam-still')).join(' '),
    '--nopreview --timeout 1500 --camera 1 --width 1280 --height 960 --quality 70 --encoding jpg --output -',
  )
  await capture({ height: 720 })
  assert.ok((await fake.argumentsOf('rpicam-still')).includes('720'))
})

test('libcamera-still where rpicam-still is not there; said where neither is', async (t) => {
  await t.test('older', async (t) => {
    await fakePrograms(t, { 'libcamera-still': JPEG }, true)
    assert.equal((await capture()).mime, 'image/jpeg')
  })
  await t.test('neither', async (t) => {
    await fakePrograms(t, {}, true)
    await assert.rejects(capture(), { name: 'CaptureError', message: /^rpicam-still is not installed/ })
  })
})

test('no camera on the board: said in plain words', async (t) => {
  await fakePrograms(t, { 'rpicam-still': 'echo "ERROR: *** no cameras available ***" >&2; exit 255' })
  await assert.rejects(capture(), { message: 'no such camera is connected to the board' })
})

test('one that hangs and ignores SIGTERM leaves nothing', async (t) => {
  const fake = await fakePrograms(t, {
    'rpicam-still': 'trap "" TERM; echo $$ >$HERE/pid; while :; do sleep 0.05; done',
  })
  const pid = async () => Number(await readFile(join(fake.folder, 'pid'), 'utf8').catch(() => 0))
  const stop = new AbortController()
  const hanging = assert.rejects(capture({}, stop.signal), { message: 'stopped' })
  await until(async () => (await pid()) > 0, 'its start')
  stop.abort()
  await hanging
  assert.equal(await isRunning(await pid()), false)
})
