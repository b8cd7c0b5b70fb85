import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from '../../../../../scripts/free-port.ts'
import { lacks } from '../../../../../scripts/programs.ts'
import { until } from '../../../../../scripts/until.ts'
import type { RtspCamera } from '../settings.ts'
import { fakePrograms } from '../testing/programs.ts'
import { publishTestPicture, type RtspServer, startRtspServer } from '../testing/rtsp-server.ts'
import { captureOf } from './capture.ts'
import { type CapturedFrame, mimeOf } from './captured-frame.ts'
import { captureUsb, qscale, reasonOf, rtspScript, shrink, takesScriptOptions } from './ffmpeg.ts'

const nothing = () => {}
const skip = lacks('ffmpeg')

/** Width and height by ffprobe. */
function sizeOf({ bytes }: CapturedFrame): [number, number] {
  const args = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', '-']
  const { stdout } = spawnSync('ffprobe', args, { input: bytes })
  const [width, height] = stdout.toString().trim().split(',').map(Number)
  return [width!, height!]
}

/** How far the picture is from one colour: 0 for a grey one. */
function contrastOf({ bytes }: CapturedFrame): number {
  const args = ['-v', 'error', '-i', '-', '-vf', 'format=gray,scale=64:36', '-f', 'rawvideo', '-']
  const { stdout } = spawnSync('ffmpeg', args, { input: bytes })
  return Math.max(...stdout) - Math.min(...stdout)
}

/** A picture that ffmpeg makes. */
function testPicture(codec: 'mjpeg' | 'png', size: string): CapturedFrame {
  const args = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${size}`, '-frames:v', '1', '-c:v', codec]
  const { stdout } = spawnSync('ffmpeg', [...args, '-q:v', '2', '-f', 'image2pipe', '-'], { maxBuffer: 1e8 })
  return { mime: mimeOf(stdout)!, bytes: stdout }
}

const capture = (settings: Omit<RtspCamera, 'kind' | 'name'>, signal?: AbortSignal) =>
  captureOf({ kind: 'rtsp', name: 'Helm', ...settings }, nothing)(signal)

async function withStream(t: { after(fn: () => Promise<void>): void }, login?: { username: string; password: string }) {
  const server = await startRtspServer(login)
  const publisher = await publishTestPicture(server)
  t.after(async () => {
    publisher.kill('SIGKILL')
    await server.close()
  })
  return server
}

const withPath = ({ url }: RtspServer, path: string) => url.replace('/live', path)
const withLogin = ({ url }: RtspServer, login: string) => url.replace('://', `://${login}@`)

test('one picture of a real RTSP stream, shrunk, and the connection is closed', { skip }, async (t) => {
  const server = await withStream(t)
  const picture = await capture({ url: server.url, width: 640 })
  assert.equal(picture.mime, 'image/jpeg')
  assert.deepEqual(sizeOf(picture), [640, 360])
  assert.ok(contrastOf(picture) > 100, 'not grey')
  await until(() => server.connections() === 1, 'the end of our connection')
  const wide = await capture({ url: server.url, width: 4000, quality: 95 })
  assert.deepEqual(sizeOf(wide), [1280, 720])
  assert.ok(wide.bytes.length > picture.bytes.length)
})

test('a stream with a login: from the settings and from the URL; errors say nothing of it', { skip }, async (t) => {
  const password = 'p@ss:w/rd?#'
  const server = await withStream(t, { username: 'captain', password })
  assert.equal((await capture({ url: server.url, username: 'captain', password })).mime, 'image/jpeg')
  const url = withLogin(server, `captain:${encodeURIComponent(password)}`)
  assert.equal((await capture({ url })).mime, 'image/jpeg')
  const message = 'the camera rejected the user name or password'
  await assert.rejects(capture({ url: server.url, username: 'captain', password: 's3cret' }), { message })
  await assert.rejects(capture({ url: withLogin(server, 'captain:s3cret') }), { message })
  await assert.rejects(capture({ url: withPath(server, '/other'), username: 'captain', password }), {
    message: 'the camera has no stream at that address',
  })
})

test('nobody there, and no URL: said in plain words', { skip }, async () => {
  await assert.rejects(capture({ url: `rtsp://captain:s3cret@127.0.0.1:${await freePort()}/` }), {
    name: 'CaptureError',
    message: 'connection refused; check the port, and that the camera is on',
  })
  await assert.rejects(capture({ url: '//captain:s3cret@nowhere' }), {
    message: "the camera's address is not a URL",
  })
})

test('a camera that accepts and never answers: ended when nobody wants it any more', { skip }, async (t) => {
  let connected = nothing
  const sockets = new Set<{ destroy(): void }>()
  let gone = false
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', nothing).on('close', () => {
      gone = true
    })
    socket.resume()
    connected()
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const stop = new AbortController()
  connected = () => stop.abort()
  const { port } = silent.address() as AddressInfo
  await assert.rejects(capture({ url: `rtsp://127.0.0.1:${port}/` }, stop.signal), { message: 'stopped' })
  await until(() => gone, 'the end of the connection')
})

test('the password of a camera is not among the arguments of ffmpeg, which every user can read', async (t) => {
  const fake = await fakePrograms(t, { ffmpeg: 'cat >&2; printf "\\377\\330\\377picture"' })
  const url = 'rtsp://cam.local/stream?channel=1'
  const picture = await capture({ url, username: 'captain', password: 's3cret' })
  assert.equal(picture.mime, 'image/jpeg')
  assert.doesNotMatch((await fake.argumentsOf('ffmpeg')).join(' '), /s3cret|captain|cam\.local/)
})

test('a silent socket is given up: this ffmpeg knows the options of our script', { skip }, async () => {
  const help = spawnSync('ffmpeg', ['-hide_banner', '-h', 'demuxer=rtsp']).stdout.toString()
  assert.ok(help.includes(takesScriptOptions(help) ? '  -timeout ' : '  -stimeout '))
})

test('a script for ffmpeg 5 sets its options, one for ffmpeg 4 has the transport in the address; quotes stay inside', () => {
  assert.equal(takesScriptOptions('-timeout <int> incoming connections\n-stimeout <int64> socket TCP I/O'), false)
  assert.equal(takesScriptOptions('-listen_timeout <int>\n-timeout <int64> socket I/O'), true)
  assert.equal(
    rtspScript("rtsp://u:p'w@cam/x", true),
    "ffconcat version 1.0\nfile 'rtsp://u:p%27w@cam/x'\noption rtsp_transport tcp\noption timeout 10000000\noption analyzeduration 1000000\n",
  )
  assert.equal(rtspScript('rtsp://cam/x', false), "ffconcat version 1.0\nfile 'rtsp://cam/x?tcp'\n")
  assert.equal(rtspScript('rtsp://cam/x?c=1', false), "ffconcat version 1.0\nfile 'rtsp://cam/x?c=1&tcp'\n")
})

test('JPEG and PNG shrink to the width, and stay as they are when that makes them no smaller', { skip }, async () => {
  for (const codec of ['mjpeg', 'png'] as const) {
    const shrunk = await shrink(testPicture(codec, '1920x1080'), { width: 800 })
    assert.deepEqual([shrunk.mime, ...sizeOf(shrunk)], ['image/jpeg', 800, 450])
  }
  const small = testPicture('png', '32x32')
  assert.equal(await shrink(small, { quality: 100 }), small)
})

test('a picture that is damaged is none', { skip }, async () => {
  const bytes = Buffer.concat([testPicture('mjpeg', '64x64').bytes.subarray(0, 200)])
  await assert.rejects(shrink({ mime: 'image/jpeg', bytes }, {}), { name: 'CaptureError' })
})

test('quality 1 to 100 is ffmpeg 31 to 2', () => {
  assert.deepEqual([100, 80, 50, 1, 0].map(qscale), [2, 5, 13, 26, 26])
})

test('USB: the device, the size, and past the first dark frames', async (t) => {
  const fake = await fakePrograms(t, { ffmpeg: 'printf "\\377\\330\\377picture"' })
  assert.equal((await captureUsb('/dev/video2', { width: 1280, quality: 80 })).mime, 'image/jpeg')
  assert.equal(
    (await fake.argumentsOf('ffmpeg')).join(' '),
    "-hide_banner -loglevel error -nostdin -f v4l2 -video_size 1280x720 -i /dev/video2 -an -frames:v 1 -vf select='gte(n,20)',scale='min(1280,iw)':-2:out_range=full,format=yuvj420p -q:v 5 -f mjpeg pipe:1",
  )
})

test('the filter for USB is one that ffmpeg takes: of 25 frames it gives the 21st', { skip }, async (t) => {
  const fake = await fakePrograms(t, { ffmpeg: 'printf "\\377\\330\\377picture"' })
  await captureUsb('/dev/video0', {})
  const args = await fake.argumentsOf('ffmpeg')
  const source = ['-f', 'lavfi', '-i', 'testsrc=rate=1:duration=25']
  const real = [...args.slice(0, args.indexOf('-f')), ...source, ...args.slice(args.indexOf('-an'), -1), '-']
  const { stdout } = spawnSync('/usr/bin/env', ['PATH=/usr/bin:/bin', 'ffmpeg', ...real])
  assert.deepEqual(sizeOf({ mime: 'image/jpeg', bytes: stdout }), [320, 240])
})

test('reasons in plain words; unknown ones as ffmpeg says them, without what a URL holds', () => {
  const said = (stderr: string) => reasonOf({ cut: null, stderr })
  assert.equal(
    said('/dev/video0: Permission denied'),
    'no permission to read the device; add the user to the group video',
  )
  assert.equal(said('[video4linux2] ioctl: Device or resource busy'), 'the camera is in use by another program')
  assert.equal(said('one\nrtsp://u:s3cret@cam/x: odd\n'), 'ffmpeg: rtsp://cam odd')
  assert.equal(said(''), 'the camera sent no picture')
  assert.equal(reasonOf({ cut: 'time', stderr: '401' }), 'the camera did not send a picture in time')
})
