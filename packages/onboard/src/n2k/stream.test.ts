import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
// canboatjs does not export it, but uses it to write to an NGT-1.
import { composeMessage } from '@canboat/canboatjs/dist/actisense-serial.js'
import fc from 'fast-check'
import { type Frame, readFrame, UNREAD } from './frame.ts'
import { ACTISENSE_GREETING, n2kStream } from './stream.ts'

const DATA = new URL('../../../../../shared/data/n2k/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`

const framesOf = (...chunks: (Buffer | string)[]): Frame[] => chunks.map((c) => Buffer.from(c)).flatMap(n2kStream())
const content = ({ pgn, src, dst, prio, data }: Frame) => ({ pgn, src, dst, prio, data: data.toString('hex') })
const u32 = (value: number) => [value, value >> 8, value >> 16, value >> 24].map((byte) => byte & 0xff)

/** As an NGT-1 passes a message on (BST 93). */
function ngt1({ pgn, src, dst, prio, data }: Frame): Buffer {
  const body = Buffer.from([prio, ...u32(pgn).slice(0, 3), dst, src, ...u32(0x10021003), data.length, ...data])
  return composeMessage(0x93, body, body.length)
}

const LINE = '2016-02-28T19:57:02.364Z,2,129025,33,255,8,eb,85,63,08,c8,b5,ab,db'
const POSITION = content(readFrame(LINE) ?? assert.fail())

test('Actisense BST 93, with each byte that must be doubled', () => {
  const frame = { ...readFrame(LINE)!, src: 0x10, data: Buffer.from('1010030210ff1003', 'hex') }
  assert.deepEqual(framesOf(ngt1(frame)).map(content), [content(frame)])
})

test('Actisense BST D0, as a W2K-1 sent it to canboatjs', () => {
  const sent =
    '1002d01500ff0502f809004c86fe00fffccba56800ffff7310031002d01500ff0501f809004c86fe000d474717e2da69d29c1003'
  assert.deepEqual(framesOf(Buffer.from(sent, 'hex')).map(content), [
    { pgn: 129026, src: 5, dst: 255, prio: 2, data: 'fffccba56800ffff' },
    { pgn: 129025, src: 5, dst: 255, prio: 2, data: '0d474717e2da69d2' },
  ])
})

test("Actisense BST 95: the SDK's own example, a CAN frame and not a message", () => {
  const [frame] = framesOf(Buffer.from('1002950e20300200f20df809fffc370a001010bf1003', 'hex'))
  assert.deepEqual(frame && content(frame), { pgn: 127488, src: 2, dst: 255, prio: 3, data: 'f809fffc370a0010' })
  assert.equal(frame?.coalesced, false)
})

test('an address in a message to one device is no part of its number', () => {
  // ISO request (59904) from 5 to 0x1f
  const body = [0x95, 9, 0, 0, 5, 0x1f, 0xea, 0x18, 0x14, 0xf0, 0x01]
  const sum = body.reduce((a, b) => a + b, 0)
  const [frame] = framesOf(Buffer.from([0x10, 2, ...body, (256 - (sum % 256)) % 256, 0x10, 3]))
  assert.deepEqual(frame && content(frame), { pgn: 59904, src: 5, dst: 0x1f, prio: 6, data: '14f001' })
})

test('a message with a wrong sum is dropped, and the next is read', () => {
  const bad = ngt1(readFrame(LINE)!)
  bad.writeUInt8((bad.at(-5) ?? 0) ^ 1, bad.length - 5)
  assert.deepEqual(framesOf(bad, ngt1(readFrame(LINE)!)).map(content), [POSITION])
})

test('text and binary in one stream, with garbage between', () => {
  const binary = ngt1(readFrame(LINE)!)
  const garbage = Buffer.from('1010039f1002ff', 'hex')
  const frames = framesOf(`${LINE}\r\n`, garbage, binary, 'noise', binary, `\n${LINE}\r\nhalf a li`, 'ne\n')
  assert.deepEqual(frames.map(content), [POSITION, POSITION, POSITION, POSITION])
})

test('a line of no interest is not read; it came all the same', () => {
  const frames = n2kStream((pgn) => pgn === 129025)(
    Buffer.from(`${LINE.replace('129025', '130306')}\n${LINE}\nnoise\n`),
  )
  assert.equal(frames[0], UNREAD)
  assert.deepEqual(frames.slice(1).map(content), [POSITION])
})

test('noise that looks like the beginning of a message costs one line', () => {
  assert.equal(framesOf(Buffer.from([0x10, 2, 7]), `\n${LINE}\n`).length, 1)
})

test('the greeting is what canboatjs says to an NGT-1', () => {
  assert.deepEqual(ACTISENSE_GREETING, composeMessage(0xa1, Buffer.from([0x11, 0x02, 0x00]), 3))
})

test('what never ends is forgotten', () => {
  const stream = n2kStream()
  for (let i = 0; i < 1_000; i++) assert.deepEqual(stream(Buffer.alloc(1_000, 'x')), [])
  for (let i = 0; i < 1_000; i++) assert.deepEqual(stream(Buffer.from([0x10, 2, 0x93, ...Buffer.alloc(997, 7)])), [])
  stream(Buffer.alloc(9_000))
  assert.equal(stream(Buffer.from(`\n${LINE}\n`)).length, 1)
})

const message = fc
  .record({
    pgn: fc.constantFrom(127489, 129025, 126720, 130306),
    src: fc.nat(253),
    prio: fc.nat(7),
    data: fc.uint8Array({ minLength: 1, maxLength: 223 }),
  })
  .map(
    (m): Frame => ({ ...m, dst: 255, data: Buffer.from(m.data), length: m.data.length, coalesced: true, format: '' }),
  )

test('however the bytes are cut, the same frames come out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ message, text: fc.boolean() }), { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(600), { maxLength: 30 }),
      (sent, cuts) => {
        const bytes = Buffer.concat(
          sent.map(({ message: m, text }) => {
            const hex = [...m.data].map((byte) => byte.toString(16).padStart(2, '0'))
            const line = `2016-02-28T19:57:02.364Z,${m.prio},${m.pgn},${m.src},255,${m.data.length},${hex}\n`
            return text ? Buffer.from(line) : ngt1(m)
          }),
        )
        const places = [0, ...cuts.filter((c) => c < bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end))
        assert.deepEqual(
          chunks.flatMap(n2kStream()).map(content),
          sent.map((s) => content(s.message)),
        )
      },
    ),
  )
})

test('dirona in binary is the same as in text', { skip }, () => {
  const lines = readFileSync(new URL('dirona-actisense-serial.raw', DATA), 'utf8').split(/\r?\n/).slice(0, 10_000)
  const frames = lines.flatMap((line) => readFrame(line) ?? []).filter(({ pgn }) => pgn < 0x40000) // above: of the NGT-1 itself
  assert.ok(frames.length > 9_000)
  const bytes = Buffer.concat(frames.map(ngt1))
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1_448) }, (_, i) =>
    bytes.subarray(i * 1_448, (i + 1) * 1_448),
  )
  assert.deepEqual(chunks.flatMap(n2kStream()).map(content), frames.map(content))
})
