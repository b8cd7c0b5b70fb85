import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../../scripts/until.ts'
import { fakePrograms } from '../testing/programs.ts'
import { captureOf } from './capture.ts'
import { mimeOf } from './captured-frame.ts'
import { captureHttp } from './http-snapshot.ts'

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('picture')])
const login = { username: 'captain', password: 's3cret' }

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A camera on 127.0.0.1 and what it was asked. */
async function camera(t: TestContext, handler: Handler) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    handler(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

const give =
  (body: Buffer | string, headers = {}): Handler =>
  (_request, response) =>
    response.writeHead(200, headers).end(body)

test('a picture by its first bytes, whatever the header says', async (t) => {
  const { url } = await camera(t, give(JPEG, { 'content-type': 'text/html' }))
  assert.deepEqual(await captureHttp(`${url}/a.jpg`, {}), { mime: 'image/jpeg', bytes: JPEG })
  assert.equal(mimeOf(Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')), 'image/png')
  assert.equal(mimeOf(Buffer.from('RIFF....WEBPVP8 ')), 'image/webp')
  assert.equal(mimeOf(Buffer.from('GIF89a......')), null)
})

test('a web page and an empty answer are no picture', async (t) => {
  const page = await camera(t, give('<html>log in', { 'content-type': 'image/jpeg' }))
  await assert.rejects(captureHttp(page.url, {}), { name: 'CaptureError', message: /it sent a web page/ })
  const empty = await camera(t, give(''))
  await assert.rejects(captureHttp(empty.url, {}), { message: /the answer was empty/ })
})

test('an answer that changes to another protocol is none', async (t) => {
  const { url } = await camera(t, ({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
  )
  await assert.rejects(captureHttp(url, {}), { message: 'the camera does not answer (error)' })
})

test('Basic authentication, with the login from the URL too, and only when it is asked for', async (t) => {
  const expected = `Basic ${Buffer.from('captain:s3cret').toString('base64')}`
  const { url, asked } = await camera(t, (request, response) => {
    if (request.headers.authorization === expected) response.end(JPEG)
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end()
  })
  await captureHttp(url, login)
  await captureHttp(url.replace('://', '://captain:s3cret@'), {})
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    [undefined, expected, undefined, expected],
  )
  const message = 'the camera rejected the user name or password'
  await assert.rejects(captureHttp(url, {}), { message })
  await assert.rejects(captureHttp(url, { ...login, password: 'wrong' }), { message })
})

test('a password in the URL is decoded, and one with a bare % is told how to be written', async (t) => {
  const { url, asked } = await camera(t, (request, response) => {
    if (request.headers.authorization) response.end(JPEG)
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="cam"' }).end()
  })
  await captureHttp(url.replace('://', '://captain:50%25@'), {})
  assert.equal(asked.at(-1)!.headers.authorization, `Basic ${Buffer.from('captain:50%').toString('base64')}`)
  await assert.rejects(captureHttp(url.replace('://', '://captain:50%@'), {}), {
    name: 'CaptureError',
    message:
      "the login in the camera's address is not valid; write % as %25, or use the settings username and password",
  })
})

test('Digest authentication', async (t) => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const { url } = await camera(t, (request, response) => {
    const said = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const expected = md5(
      `${md5('captain:cam:s3cret')}:n0nce:${said.nc}:${said.cnonce}:auth:${md5(`GET:${request.url}`)}`,
    )
    if (said.response === expected && said.uri === request.url) return response.end(JPEG)
    const challenge = 'Digest realm="cam", nonce="n0nce", qop="auth", algorithm=MD5'
    return response.writeHead(401, { 'www-authenticate': ['Basic realm="cam"', challenge] }).end()
  })
  assert.equal((await captureHttp(`${url}/snap.cgi?channel=1&x=%20`, login)).mime, 'image/jpeg')
  await assert.rejects(captureHttp(url, { ...login, password: 'wrong' }), { name: 'CaptureError' })
})

test('a redirect is followed on the same host, and nowhere else', async (t) => {
  const stranger = await camera(t, give(JPEG))
  const elsewhere = stranger.url.replace('127.0.0.1', 'localhost')
  const targets: Record<string, string> = { '/': '/here', '/out': elsewhere, '/round': '/round', '/odd': 'http://' }
  const { url } = await camera(t, (request, response) => {
    const location = targets[request.url ?? '']
    if (location) response.writeHead(302, { location }).end()
    else response.end(JPEG)
  })
  assert.equal((await captureHttp(`${url}/`, login)).mime, 'image/jpeg')
  const message = 'the camera redirects to another address; enter that address'
  for (const path of ['/out', '/round', '/odd']) await assert.rejects(captureHttp(url + path, login), { message })
  assert.equal(stranger.asked.length, 0)
})

test('a picture without end is cut off', async (t) => {
  const { url } = await camera(t, (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20))) {}
    }
    response.on('drain', more)
    more()
  })
  await assert.rejects(captureHttp(url, {}), { message: 'the picture is too large' })
})

test('a video is not waited for', async (t) => {
  const { url } = await camera(t, give(JPEG, { 'content-type': 'multipart/x-mixed-replace; boundary=x' }))
  await assert.rejects(captureHttp(url, {}), {
    message: 'that address is a video; enter the address of a single picture',
  })
})

test('one that accepts and never answers, or drips, is given up in time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const answer of [() => {}, (response: ServerResponse) => void response.write('drip')]) {
    const { url, asked, server } = await camera(t, (_request, response) => answer(response))
    const hanging = assert.rejects(captureHttp(url, {}), { message: 'the camera did not send a picture in time' })
    while (asked.length === 0) await new Promise(setImmediate)
    t.mock.timers.tick(15_000)
    await hanging
    await new Promise<void>((none) => {
      const look = () => server.getConnections((_error, open) => (open === 0 ? none() : setImmediate(look)))
      look()
    })
  }
})

test('nobody there, and other answers: said in plain words, without the address', async (t) => {
  const { url, server } = await camera(t, (request, response) =>
    response.writeHead(Number(request.url!.slice(1))).end(),
  )
  await assert.rejects(captureHttp(`${url}/404`, {}), {
    message: 'the camera has no picture at that address',
  })
  await assert.rejects(captureHttp(`${url}/500`, {}), { message: 'the camera answered with status 500' })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await assert.rejects(captureHttp(`${url}/?pwd=s3cret`, {}), {
    message: 'connection refused; check the port, and that the camera is on',
  })
})

test('without ffmpeg pictures travel as they came, which is said once; above 8 MiB not at all', async (t) => {
  await fakePrograms(t, {}, true)
  const large = Buffer.concat([JPEG, Buffer.alloc(8 * 1024 * 1024)])
  const { url } = await camera(t, (request, response) => response.end(request.url === '/large' ? large : JPEG))
  const notes: string[] = []
  const capture = captureOf({ kind: 'http', name: 'Deck', url }, (text) => notes.push(text))
  assert.deepEqual((await capture()).bytes, JPEG)
  await capture()
  assert.equal(notes.length, 1)
  assert.match(notes[0]!, /ffmpeg.* not installed/)
  await assert.rejects(captureOf({ kind: 'http', name: 'Deck', url: `${url}/large` }, () => {})(), /larger than 8 MiB/)
})

test('connections to a camera are not left open', async (t) => {
  const { url, server } = await camera(t, give(JPEG))
  await captureHttp(url, {})
  await until(() => new Promise((none) => server.getConnections((_error, open) => none(open === 0))), 'no connection')
})
