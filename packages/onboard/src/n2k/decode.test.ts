import assert from 'node:assert/strict'
import { test } from 'node:test'
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
