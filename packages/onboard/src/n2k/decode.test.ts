import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { n2kDecoder } from './decode.ts'
import { troubleCodes } from './dm1.ts'
import { readFrame } from './frame.ts'

/** What the last of these lines completes. */
function decode(lines: string[]) {
  const decoder = n2kDecoder()
  return lines
    .map((line) => {
      const frame = readFrame(line)
      assert.ok(frame, line)
      return decoder(frame)
    })
    .at(-1)
}

test('a message of several frames is decoded with its last', () => {
  // can0-3.candump, the second sample of engine hours: 54 6F7A03.. -> 0xED2E0 s? the counter reads 972000 s = 270 h.
  const lines = [
    '(1669809802.169500) can0 09F20100#201A00FEFFFFFF54',
    '(1669809802.189639) can0 09F20100#216F7A03FF7FE0D4',
    '(1669809802.209380) can0 09F20100#220E00FEFFFEFFFF',
  ]
  assert.equal(decode(lines), undefined)
  const engine = decode([...lines, '(1669809802.229256) can0 09F20100#2348010000FFFFFF'])
  assert.equal(engine?.fields.totalEngineHours, '270:00:00')
  assert.equal(engine?.fields.temperature, 285)
})

test('"not available" is left out', () => {
  const speed = decode(['2016-02-28T19:57:02.364Z,2,129026,33,255,8,be,fc,ff,ff,fe,ff,ff,ff'])
  assert.deepEqual(speed?.fields.sog, undefined)
})

test('a frame cut short does not end the decoding', () => {
  const decoder = n2kDecoder()
  const feed = (line: string) => decoder(readFrame(line) ?? assert.fail(line))
  feed('2016-02-28T19:57:02.364Z,2,127489,4,255,8,00')
  feed('2016-02-28T19:57:02.364Z,2,129025,33,255,8,eb')
  assert.equal(feed('2016-02-28T19:57:02.480Z,2,129025,33,255,8,eb,85,63,08,c8,b5,ab,db')?.fields.latitude, 14.0740075)
})

test('one trouble code in one frame', () => {
  // J1939-73's own example: SPN 1208, FMI 3, occurred 10 times.
  assert.deepEqual(decode(['can0  18FECA00   [8]  00 FF B8 04 03 0A FF FF'])?.fields, {
    troubleCodes: ['SPN 1208 FMI 3'],
  })
})

test('no trouble code: zeros, as j1939-engine-start.candump has them, or all ones', () => {
  assert.deepEqual(troubleCodes(Buffer.from('00FF00000000FFFF', 'hex')), [])
  assert.deepEqual(troubleCodes(Buffer.from('00FFFFFFFFFFFFFF', 'hex')), [])
})

test('the upper bits of a suspect parameter share a byte with the failure mode', () => {
  assert.deepEqual(troubleCodes(Buffer.from('04FF0100E101', 'hex')), [`SPN ${0x70001} FMI 1`])
})

const ANNOUNCED = 'can0  18ECFF00   [8]  20 0A 00 02 FF CA FE 00'
const FIRST = 'can0  18EBFF00   [8]  01 04 FF 64 00 01 05 6E'
const SECOND = 'can0  18EBFF00   [8]  02 00 00 02 FF FF FF FF'

test('two trouble codes come in parts and are put together', () => {
  assert.deepEqual(decode([ANNOUNCED, FIRST, SECOND]), {
    pgn: 65226,
    src: 0,
    fields: { troubleCodes: ['SPN 100 FMI 1', 'SPN 110 FMI 0'] },
  })
})

test('a transfer with a part missing gives nothing, and the next one is whole again', () => {
  assert.equal(decode([ANNOUNCED, SECOND]), undefined)
  assert.equal(decode([FIRST, SECOND]), undefined)
  assert.equal(decode([ANNOUNCED, FIRST, FIRST]), undefined)
  assert.ok(decode([ANNOUNCED, SECOND, ANNOUNCED, FIRST, SECOND]))
})

// The same to address 3, which asks for it (17), then for its second part again, and says at last that it has all (19).
const REQUESTED = 'can0  18EC0300   [8]  10 0A 00 02 FF CA FE 00'
const CLEARED = 'can0  18EC0003   [8]  11 02 01 FF FF CA FE 00'
const [FIRST_TO_3, SECOND_TO_3] = [FIRST, SECOND].map((line) => line.replace('18EBFF00', '18EB0300')) as [
  string,
  string,
]

test('so do they to one address, parts of which may be repeated', () => {
  const codes = decode([ANNOUNCED, FIRST, SECOND])
  assert.deepEqual(decode([REQUESTED, CLEARED, FIRST_TO_3, SECOND_TO_3]), codes)
  assert.deepEqual(decode([REQUESTED, CLEARED, FIRST_TO_3, CLEARED, FIRST_TO_3, SECOND_TO_3]), codes)
})

test('a transfer that is given up, or whose address another device claims, is over', () => {
  const aborted = 'can0  18EC0003   [8]  FF 01 FF FF FF CA FE 00'
  const claimed = 'can0  18EEFF00   [8]  8E F2 DD E8 00 96 64 40'
  assert.equal(decode([REQUESTED, FIRST_TO_3, aborted, SECOND_TO_3]), undefined)
  assert.equal(decode([ANNOUNCED, FIRST, claimed, SECOND]), undefined)
})

test('two transfers at once, to all and to one, do not mix', () => {
  assert.deepEqual(
    decode([ANNOUNCED, REQUESTED, FIRST_TO_3, FIRST, SECOND_TO_3, SECOND]),
    decode([ANNOUNCED, FIRST, SECOND]),
  )
})

test('a whole message does not make the parts of another one whole', () => {
  const whole =
    '2016-02-28T19:57:02.364Z,2,127489,4,255,26,00,28,00,ff,ff,bb,71,57,03,00,00,e0,b0,05,00,ff,ff,ff,ff,ff,20,00,00,00,7e,ff'
  const part = '(1669809749.869188) can0 0DF80514#C40000000010FC0C'
  assert.ok(decode([whole]))
  assert.equal(decode([whole, part]), undefined)
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are held: how much garbage there is beside them depends on how busy the machine is. */
function heapHeld(): number {
  collect()
  return process.memoryUsage().heapUsed
}

test('messages that are never finished do not fill the memory', () => {
  const decoder = n2kDecoder()
  const before = heapHeld()
  for (let i = 0; i < 40_000; i++) {
    const [src, dst] = [i & 0xff, (i >> 8) & 0xff]
    const frame = { src, dst, prio: 6, length: 8, coalesced: false, format: 'test' }
    decoder({ ...frame, pgn: 60416, data: Buffer.from([16, 0xf9, 6, 255, 255, 0xca, 0xfe, 0]) })
    decoder({ ...frame, pgn: 60160, data: Buffer.from([1, 1, 2, 3, 4, 5, 6, 7]) })
    decoder({ ...frame, pgn: 127489, data: Buffer.from([0x20, 26, 0, 0, 0, 0, 0, 0]) })
  }
  assert.ok(heapHeld() - before < 5_000_000)
})
