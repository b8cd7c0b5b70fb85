import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { OnvifCamera } from '../settings.ts'
import { fakePrograms } from '../testing/programs.ts'
import { captureOf } from './capture.ts'
import { lookUpAddress } from './onvif.ts'

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('picture')])

const ANSWERS: Record<string, string> = {
  GetSystemDateAndTime:
    '<SystemDateAndTime><UTCDateTime><Time><Hour>10</Hour><Minute>0</Minute><Second>0</Second></Time><Date><Year>2026</Year><Month>5</Month><Day>1</Day></Date></UTCDateTime></SystemDateAndTime>',
  GetServices:
    '<Service><Namespace>http://www.onvif.org/ver10/device/wsdl</Namespace><XAddr>http://192.0.2.9/onvif/device</XAddr></Service><Service><Namespace>http://www.onvif.org/ver10/media/wsdl</Namespace><XAddr>http://192.0.2.9/onvif/media</XAddr></Service>',
  GetProfiles: '<Profiles token="main"><Name>main</Name></Profiles>',
  GetSnapshotUri: '<MediaUri><Uri>http://192.0.2.9:PORT/snap.jpg</Uri></MediaUri>',
  GetStreamUri: '<MediaUri><Uri>rtsp://192.0.2.9:554/main?a=1&amp;b=2</Uri></MediaUri>',
}

type Answer = string | ((response: ServerResponse) => void)

/** A camera that speaks just enough ONVIF; `changed` answers instead of ANSWERS. */
async function camera(t: TestContext, changed: Record<string, Answer> = {}) {
  const asked: string[] = []
  const answers: Record<string, Answer> = { ...ANSWERS, ...changed }
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      asked.push('picture')
      const answer = answers.picture ?? ((plain) => void plain.end(JPEG))
      return typeof answer === 'string' ? response.end(answer) : answer(response)
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const action = /<(Get\w+)/.exec(body)?.[1] ?? ''
    asked.push(action)
    const answer = answers[action] ?? fault
    if (typeof answer !== 'string') return answer(response)
    const { port } = server.address() as AddressInfo
    return response.end(envelope(`<${action}Response>${answer.replace('PORT', String(port))}</${action}Response>`))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const settings: OnvifCamera = {
    kind: 'onvif',
    name: 'Deck',
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    username: 'captain',
    password: 's3cret',
  }
  return { settings, asked, answers, server }
}

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`
const fault = (response: ServerResponse) =>
  void response
    .writeHead(500)
    .end(envelope('<s:Fault><s:Reason><s:Text xml:lang="en">Action not supported</s:Text></s:Reason></s:Fault>'))

test('the address of stills, on the host that the settings name', async (t) => {
  const { settings, asked } = await camera(t)
  assert.equal(await lookUpAddress(settings), `http://127.0.0.1:${settings.port}/snap.jpg`)
  assert.deepEqual(asked, ['GetSystemDateAndTime', 'GetServices', 'GetProfiles', 'GetSnapshotUri'])
})

test('a camera without stills, or that names its stream for them, gives its stream', async (t) => {
  const stream = 'rtsp://127.0.0.1:554/main?a=1&b=2'
  for (const answer of [fault, '', '<MediaUri><Uri/></MediaUri>', ANSWERS.GetStreamUri!]) {
    const { settings } = await camera(t, { GetSnapshotUri: answer })
    assert.equal(await lookUpAddress(settings), stream)
  }
})

test('its pictures: the address is looked up once, and again when it fails', async (t) => {
  await fakePrograms(t, {}, true)
  const { settings, asked, answers } = await camera(t)
  const capture = captureOf(settings, () => {})
  assert.deepEqual((await capture()).bytes, JPEG)
  await capture()
  assert.equal(asked.filter((action) => action === 'GetProfiles').length, 1)
  answers.picture = (response) => void response.writeHead(404).end()
  await assert.rejects(capture(), { message: 'the camera has no picture at that address' })
  assert.equal(asked.filter((action) => action === 'GetProfiles').length, 2)
})

test('a stream goes to ffmpeg, with the login', async (t) => {
  const fake = await fakePrograms(t, { ffmpeg: 'cat >$HERE/script; printf "\\377\\330\\377picture"' })
  const { settings } = await camera(t, { GetSnapshotUri: ANSWERS.GetStreamUri! })
  assert.equal((await captureOf(settings, () => {})()).mime, 'image/jpeg')
  assert.match(
    await readFile(join(fake.folder, 'script'), 'utf8'),
    /^file 'rtsp:\/\/captain:s3cret@127\.0\.0\.1:554\/main\?a=1&b=2/m,
  )
})

test('answers that make no sense reject, in plain words, and throw nowhere else', async (t) => {
  const odd: Record<string, Answer>[] = [
    { GetProfiles: '' },
    { GetProfiles: 'nonsense' },
    { GetSystemDateAndTime: (response) => void response.end('<html>log in') },
    { GetServices: 'x', GetCapabilities: 'x' },
    { GetSnapshotUri: fault, GetStreamUri: fault },
    { GetSnapshotUri: fault, GetStreamUri: '<MediaUri><Uri>javascript:1</Uri></MediaUri>' },
    { GetSystemDateAndTime: (response) => void response.destroy() },
  ]
  for (const changed of odd) {
    const { settings } = await camera(t, changed)
    await assert.rejects(lookUpAddress(settings), { name: 'CaptureError' }, JSON.stringify(Object.keys(changed)))
  }
})

test('a wrong password', async (t) => {
  const refuse = (response: ServerResponse) =>
    void response
      .writeHead(400)
      .end(envelope('<s:Fault><s:Reason><s:Text xml:lang="en">Sender not authorized</s:Text></s:Reason></s:Fault>'))
  const { settings } = await camera(t, { GetProfiles: refuse })
  const message = 'the camera rejected the user name or password'
  await assert.rejects(lookUpAddress(settings), { message })
})

test('one that accepts and never answers is given up in time, and the connection is closed', async (t) => {
  const { settings, asked, server } = await camera(t, { GetProfiles: () => {} })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const hanging = assert.rejects(lookUpAddress(settings), { message: 'the camera did not answer over ONVIF in time' })
  for (let i = 0; i < 1e5 && !asked.includes('GetProfiles'); i++) await new Promise(setImmediate)
  t.mock.timers.tick(15_000)
  await hanging
  await new Promise<void>((none) => {
    const look = () => server.getConnections((_error, open) => (open === 0 ? none() : setImmediate(look)))
    look()
  })
})
