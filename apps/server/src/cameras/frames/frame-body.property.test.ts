import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LIMITS } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { ApiError } from '../../http/errors.ts'
import { bodyChunks } from '../../http/route/body.ts'
import { type FrameBody, receiveFrameBody } from './frame-body.ts'

const folder = mkdtempSync(join(tmpdir(), 'frame-body-'))
after(() => rmSync(folder, { recursive: true }))

async function* cut(body: Uint8Array, sizes: number[] = [65_536]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < body.length; turn++) {
    const size = sizes[turn % sizes.length]!
    yield body.subarray(at, at + size)
    at += size
  }
}

const sha = (content: Uint8Array | string) => hash('sha256', content)

type Outcome = (FrameBody & { content: string }) | { code: string; message: string }

/** What became of a body: the fields and the file's hash, or the refusal. A refusal must leave no file. */
async function receive(body: Uint8Array | string, sizes?: number[]): Promise<Outcome> {
  const path = join(folder, 'image')
  try {
    const received = await receiveFrameBody(cut(Buffer.from(body as string), sizes), path)
    return { ...received, content: sha(readFileSync(path)) }
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(existsSync(path), false)
    return { code: error.code, message: error.message }
  } finally {
    rmSync(path, { force: true })
  }
}

async function refusal(body: Uint8Array | string, sizes?: number[]): Promise<string> {
  const outcome = await receive(body, sizes)
  return 'code' in outcome ? outcome.code : 'accepted'
}

test('keeps the fields and writes the image', async () => {
  const body = {
    label: 'Cockpit ⛵',
    image_base64: Buffer.from('image').toString('base64'),
    view: 'cockpit',
    width: 640,
  }
  assert.deepEqual(await receive(JSON.stringify(body)), {
    fields: { label: 'Cockpit ⛵', view: 'cockpit', width: 640 },
    image: { bytes: 5, mimeFromDataUrl: null },
    content: sha('image'),
  })
})

test('reads a data URL, whatever its case and parameters', async () => {
  for (const [head, mime] of [
    ['data:image/jpeg;base64,', 'image/jpeg'],
    ['DATA:Image/WebP;charset=utf-8;BASE64,', 'image/webp'],
    ['data:image/jpg;base64,', 'image/jpeg'],
    ['data:;base64,', null],
  ] as const) {
    const outcome = await receive(JSON.stringify({ image_base64: `${head}aW1hZ2U=` }))
    assert.deepEqual(outcome, { fields: {}, image: { bytes: 5, mimeFromDataUrl: mime }, content: sha('image') })
  }
  // "data" is four characters of base64.
  assert.deepEqual(await receive('{"image_base64":"data"}'), {
    fields: {},
    image: { bytes: 3, mimeFromDataUrl: null },
    content: sha(Buffer.from('data', 'base64')),
  })
})

/** The rule in its plainest words, with the whole body in memory. */
function model(body: Buffer): Outcome | 'refused' {
  try {
    const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), (key, value) => {
      const texts = typeof value === 'string' ? [key, value] : [key]
      const unsafe = texts.some((text) => text.includes('\0') || !text.isWellFormed())
      if (unsafe || ['__proto__', 'constructor', 'prototype'].includes(key)) throw new Error('unsafe')
      return value
    })
    const { image_base64, ...fields } = parsed
    const [, mime, sent] = /^(?:data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[^;,]*)*;base64,)?(.*)$/is.exec(
      image_base64.replace(/[\r\n\t]/g, ''),
    )!
    const base64 = sent!.replaceAll(' ', '').replaceAll('-', '+').replaceAll('_', '/')
    const padded = base64.includes('=') ? base64 : base64.padEnd(Math.ceil(base64.length / 4) * 4, '=')
    const image = Buffer.from(padded, 'base64')
    if (image.length === 0 || image.toString('base64') !== padded) return 'refused'
    return { fields, image: { bytes: image.length, mimeFromDataUrl: mime?.toLowerCase() ?? null }, content: sha(image) }
  } catch {
    return 'refused'
  }
}

/** JSON text of a string in which the characters that `which` picks are written as escapes. */
function escaped(text: string, which: (at: number) => boolean): string {
  const parts = [...JSON.stringify(text).slice(1, -1)].map((character, at) => {
    if (!/[A-Za-z0-9+/=_]/.test(character) || /[\\\s]/.test(text) || !which(at)) return character
    return character === '/' ? '\\/' : `\\u00${character.charCodeAt(0).toString(16)}`
  })
  return `"${parts.join('')}"`
}

/** Base64 as other encoders write it. */
function rewritten(base64: string, how: string): string {
  let text = base64
  if (how.includes('URL-safe')) text = text.replaceAll('+', '-').replaceAll('/', '_')
  if (how.includes('unpadded')) text = text.replaceAll('=', '')
  if (how === 'lines') text = text.replace(/.{76}/g, '$&\r\n')
  return how === 'spaced' ? text.replace(/.{3}/g, '$& ') : text
}

const bodies = fc
  .record({
    before: fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
    after: fc.dictionary(fc.constantFrom('label', 'a"\\', '', '__proto__', 'view'), fc.jsonValue({ maxDepth: 2 })),
    // Repeated, the bytes fill several pieces.
    image: fc.uint8Array({ maxLength: 40 }),
    times: fc.constantFrom(1, 1, 2000),
    head: fc.constantFrom('', '', 'data:image/png;base64,', 'data:;base64,'),
    everyNth: fc.integer({ min: 1, max: 20 }),
    written: fc.constantFrom('', '', 'lines', 'URL-safe', 'unpadded', 'URL-safe, unpadded', 'spaced'),
    escapeKey: fc.boolean(),
    space: fc.constantFrom('', ' ', '\r\n\t'),
    fault: fc.option(fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 2 }), removed: fc.nat({ max: 3 }) })),
  })
  .map(({ before, after, image, times, head, everyNth, written, escapeKey, space, fault }) => {
    const member = ([key, value]: [string, unknown]) => `${JSON.stringify(key)}:${space}${JSON.stringify(value)}`
    const text = head + rewritten(Buffer.concat(Array(times).fill(image)).toString('base64'), written)
    const members = [
      ...Object.entries(before).map(member),
      `${escaped('image_base64', () => escapeKey)}${space}:${space}${escaped(text, (at) => at % everyNth === 1)}`,
      ...Object.entries(after).map(member),
    ]
    const body = Buffer.from(`${space}{${space}${members.join(`,${space}`)}}${space}`)
    if (!fault) return body
    // Near the ends, where there is structure, as often as anywhere.
    const at = fault.at % 2 ? fault.at % body.length : Math.max(0, body.length - 1 - (fault.at % 40))
    return Buffer.concat([body.subarray(0, at), fault.bytes, body.subarray(at + fault.removed)])
  })

test('agrees with JSON.parse and Buffer on any body', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const outcome = await receive(body)
      assert.deepEqual('code' in outcome ? 'refused' : outcome, model(body))
    }),
    { numRuns: propertyRuns(100, 1_000) },
  )
})

test('gives the same result, and the same refusal, wherever the body is cut', async () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 70_000 })), {
    minLength: 1,
  })
  await fc.assert(
    fc.asyncProperty(bodies, sizes, async (body, cuts) => {
      assert.deepEqual(await receive(body, cuts), await receive(body, [body.length]))
    }),
    { numRuns: propertyRuns(60, 600) },
  )
  const small = '{"label":"\\u00e9⛵","\\u0069mage_base64":"data:image/png;base64,QUJD\\/\\u002bA\\u003d"}'
  const whole = await receive(small)
  assert.ok('content' in whole)
  for (const size of [1, 2, 3, 5, 7]) assert.deepEqual(await receive(small, [size]), whole)
})

const frameOf = (bytes: number) =>
  Buffer.from(JSON.stringify({ image_base64: Buffer.alloc(bytes, 'x').toString('base64') }))

test('8 MiB pass, one byte more is too large', async () => {
  for (const sizes of [[65_536], [1460], [20_000_000]]) {
    const outcome = await receive(frameOf(LIMITS.frameBytes), sizes)
    assert.ok('image' in outcome && outcome.image.bytes === LIMITS.frameBytes)
    for (const more of [1, 2, 3, 100_000]) {
      const refused = await receive(frameOf(LIMITS.frameBytes + more), sizes)
      assert.equal('code' in refused && refused.code, 'frame_too_large')
    }
  }
})

test('what is too large is too large, whatever comes behind it', async () => {
  const largest = Buffer.alloc(LIMITS.frameBytes, 'x').toString('base64')
  for (const behind of ['A', 'AAAA', '!!!!']) {
    const body = `{"image_base64":"${largest}${behind}"}`
    for (const sizes of [[65_536], [1460], [20_000_000]])
      assert.equal(await refusal(body, sizes), 'frame_too_large', behind)
  }
})

test('a refusal says where and why', async () => {
  for (const [body, message] of [
    ['{}', 'invalid_request: /image_base64 is required'],
    ['{"image_base64":1}', 'invalid_request: /image_base64 must be a string'],
    ['{"image_base64":"!!@@"}', 'upload_failed'],
  ] as const) {
    const outcome = await receive(body)
    assert.equal('message' in outcome && outcome.message, message)
  }
})

/** Bytes taken from an endless body before it is refused, and the code. */
async function takenBeforeRefusal(start: string, filler: string): Promise<{ taken: number; code: string }> {
  let taken = 0
  async function* endless() {
    yield Buffer.from(start)
    for (const chunk = Buffer.from(filler.repeat(65_536 / filler.length)); ; taken += chunk.length) yield chunk
  }
  const error = await receiveFrameBody(endless(), join(folder, 'endless')).catch((refused) => refused)
  assert.ok(error instanceof ApiError)
  assert.equal(existsSync(join(folder, 'endless')), false)
  return { taken, code: error.code }
}

test('a body that can only be refused is not read on', async () => {
  const envelope = { taken: 0, code: 'body_too_large' }
  assert.deepEqual(await takenBeforeRefusal('', '['), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('', '{'), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('{"a":', '['), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('{"a":', '{"a":[[['), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('{}', '}'), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('{}', '{}'), { taken: 0, code: 'invalid_request' })
  assert.deepEqual(await takenBeforeRefusal('', ' '), envelope)
  assert.deepEqual(await takenBeforeRefusal('{"label":"', 'x'), envelope)
  assert.deepEqual(await takenBeforeRefusal('{"image_base64":"AAAA",', '"a":1,  '), envelope)
  assert.deepEqual(await takenBeforeRefusal('{"image_base64":"', '!'), { taken: 0, code: 'upload_failed' })
  assert.deepEqual(await takenBeforeRefusal('{"image_base64":"data:', 'x'), { taken: 0, code: 'upload_failed' })
  const image = await takenBeforeRefusal('{"image_base64":"', 'A')
  assert.equal(image.code, 'frame_too_large')
  assert.ok(image.taken < (LIMITS.frameBytes / 3) * 4 + 65_536, `${image.taken} bytes`)
})

test('no more than 64 KiB wait for the disk', async () => {
  const path = join(folder, 'waiting')
  const body = frameOf(2_000_000)
  let most = 0
  async function* watched() {
    for (let at = 0; at < body.length; at += 10_000) {
      yield body.subarray(at, at + 10_000)
      most = Math.max(most, (at * 3) / 4 - statSync(path).size)
    }
  }
  await receiveFrameBody(watched(), path)
  assert.ok(most < 65_536, `${most} bytes`)
  assert.equal(statSync(path).size, 2_000_000)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('base64 with line breaks or spaces, of the URL-safe alphabet or without padding is the same image', async () => {
  const image = Buffer.from([0xfb, 0xef, 0xbe, 0xff, 0x01])
  for (const text of [
    '++++/wE=',
    '++++/wE',
    '----_wE',
    '+-+-/wE=',
    '++++\r\n/wE=\r\n',
    '\n++++/wE',
    '+ +\t+ +/w E=',
    '++++/wE= ',
  ]) {
    for (const sizes of [[1], [100_000]])
      for (const head of ['', 'data:image/png;base64,']) {
        const outcome = await receive(JSON.stringify({ image_base64: head + text }), sizes)
        assert.equal('content' in outcome && outcome.content, sha(image), head + text)
      }
  }
})

test('what is not base64 is refused', async () => {
  const faults = [
    '',
    '!!@@',
    'A',
    'AA=',
    'AA-*',
    'AAAAA',
    'AA=\n',
    'A===',
    '====',
    '=',
    'AA==AAAA',
    'AAA=A',
    'AAA==',
    'AB==',
    'AAB=',
  ]
  const foreign = ['    ', 'AAA\0', 'AAAé', 'AAA⛵', '\ud800AAA']
  const heads = [
    'data:',
    'data:,',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,data:;base64,AAAA',
  ]
  for (const text of [...faults, ...foreign, ...heads]) {
    const body = JSON.stringify({ image_base64: text })
    for (const sizes of [[1], [100_000]]) assert.equal(await refusal(body, sizes), 'upload_failed', body)
  }
  for (const raw of [
    'AAA\\"',
    'AAAA\\',
    'AAA\\\\',
    'AAA\\\\/',
    'AA\\u00',
    'AAA\\u00g1',
    'AAA\\x41',
    'AA\\u003d\\u003dAAAA',
  ]) {
    assert.equal(await refusal(`{"image_base64":"${raw}"}`), 'upload_failed', raw)
  }
})

test('what is not the object that the contract asks for is an invalid request', async () => {
  const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)},"image_base64":"AAAA"}`
  const image = '"image_base64":"AAAA"'
  const cases = [
    '',
    '[]',
    '"image_base64"',
    'null',
    '{}',
    '{"image_base64":null}',
    '{"image_base64":["AAAA"]}',
    '{"image_base64":{"image_base64":"AAAA"}}',
    '{"a":{"image_base64":"AAAA"}}',
    '{"a":"image_base64"}',
    `{${image},${image}}`,
    `{"image_base64":1,${image}}`,
    `{${image},"\\u0069mage_base64":"AAAA"}`,
    `{${image}`,
    '{"image_base64":"AAAA',
    `{${image},}`,
    `{${image}]`,
    `{${image}} x`,
    `{${image}}{}`,
    `\ufeff{${image}}`,
    '{"image_base64" "AAAA"}',
    '{"image_base64":1 "AAAA"}',
    '{"image_base64":"AAAA" "AAAA"}',
    `{${image},"label":"\\u0000"}`,
    `{${image},"label":"\\ud800"}`,
    `{${image},"a":[{"\\ud800":1}]}`,
    `{${image},"__proto__":{}}`,
    `{${image},"a":[{"constructor":1}]}`,
    `{${image},"label":"line\nbreak"}`,
    deep(LIMITS.jsonDepth + 1),
  ]
  for (const body of cases) assert.equal(await refusal(body), 'invalid_request', body)
  const badUtf8 = Buffer.concat([Buffer.from(`{${image},"label":"`), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  assert.equal(await refusal(badUtf8), 'invalid_request')
  assert.equal(await refusal(deep(LIMITS.jsonDepth)), 'accepted')
  assert.equal(await refusal(`{"a":{"image_base64":"!"},${image}}`), 'accepted')
  assert.equal(await refusal(`{${image},"label":"${'x'.repeat(LIMITS.frameEnvelopeBytes - 32)}"}`), 'accepted')
})

test('a sender that goes away leaves no file, and its own error', async () => {
  const path = join(folder, 'gone')
  async function* gone() {
    yield frameOf(100_000).subarray(0, 90_000)
    throw new Error('aborted')
  }
  await assert.rejects(receiveFrameBody(gone(), path), { message: 'aborted' })
  assert.equal(existsSync(path), false)
})

test('a file that cannot be made is a failed upload; one that is there already stays', async () => {
  await assert.rejects(receiveFrameBody(cut(frameOf(10)), join(folder, 'none/image')), { code: 'upload_failed' })
  await receiveFrameBody(cut(frameOf(10)), join(folder, 'taken'))
  await assert.rejects(receiveFrameBody(cut(frameOf(20)), join(folder, 'taken')), { code: 'upload_failed' })
  assert.equal(statSync(join(folder, 'taken')).size, 10)
})

test('a disk that takes no more is a failed upload', () => {
  // A process that may write files of 100 blocks at most stands for the full disk.
  const script = `
    import { existsSync } from 'node:fs'
    import { receiveFrameBody } from '${import.meta.resolve('./frame-body.ts')}'
    async function* body() { yield Buffer.from('{"image_base64":"' + 'A'.repeat(400_000) + '"}') }
    const error = await receiveFrameBody(body(), process.argv[1]).catch((refused) => refused)
    console.log(error.code, error.cause?.code, existsSync(process.argv[1]))`
  const command = 'ulimit -f 100 && exec "$0" --input-type=module --eval "$1" "$2"'
  const { stdout } = spawnSync('sh', ['-c', command, process.execPath, script, join(folder, 'full')], {
    encoding: 'utf8',
  })
  assert.equal(stdout, 'upload_failed EFBIG false\n')
})

test('a refusal in the middle of a request still gets its answer', async () => {
  const server = createServer((incoming, answer) => {
    receiveFrameBody(bodyChunks(incoming, 20_000_000), join(folder, 'http')).catch((error) => {
      incoming.resume()
      answer.writeHead(400).end(JSON.stringify({ error: error.code }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sending = request({ port, method: 'POST', host: '127.0.0.1' }, (answer) => {
    answer.setEncoding('utf8').on('data', resolve)
  })
  sending.on('error', reject).end('['.repeat(12_000_000))
  assert.equal(await promise, '{"error":"invalid_request"}')
  server.closeAllConnections()
  server.close()
})
