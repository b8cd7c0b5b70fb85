import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isYdvr, ydvrFrames } from './ydvr.ts'

/** As the manual describes it: time, identifier (both with the lowest byte first), data. */
const record = (ms: number, id: number, ...data: number[]) => {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(ms)
  head.writeUInt32LE(id, 2)
  return Buffer.concat([head, Buffer.from(data)])
}
const SERVICE = 0xffff_ffff
const START = record(0, SERVICE, ...Buffer.from('YDVR v05'))
const END = record(0, SERVICE, ...Buffer.from('E\0\0\0\0\0\0\0'))

/** Priority 3, PGN 128267 (depth), address 0x23. */
const DEPTH_ID = 0x0df5_0b23
const DEPTH = [0xff, 0xa1, 0, 0, 0, 0x1e, 0xfb, 0xff]
/** PGN 129029 (position), which takes more than one frame on the bus and is one record: a number in turn, the length, the data. */
const POSITION_ID = 0x0df8_0523
const POSITION = Array.from({ length: 43 }, (_, i) => i)
/** PGN 59904 (request) to address 0x10. */
const REQUEST_ID = 0x18ea_1023

async function frames(bytes: Buffer, chunk = bytes.length) {
  async function* chunks() {
    for (let i = 0; i < bytes.length; i += chunk) yield bytes.subarray(i, i + chunk)
  }
  return (await Array.fromAsync(ydvrFrames(chunks()))).map(({ pgn, src, dst, prio, data, coalesced, stamp }) => ({
    ...{ pgn, src, dst, prio, coalesced, stamp },
    data: [...data],
  }))
}
const at = (ms: number) => ({ ms, dated: false })
const FILE = Buffer.concat([
  START,
  record(100, REQUEST_ID, 0x14, 0xf0, 0x01),
  record(200, DEPTH_ID, ...DEPTH),
  record(59_900, POSITION_ID, 7, POSITION.length, ...POSITION),
  record(50, DEPTH_ID, ...DEPTH),
  record(150, POSITION_ID, 8, 8, ...POSITION.slice(0, 8)),
  END,
])

test('its frames and whole messages, with the time since the first', async () => {
  const depth = { pgn: 128267, src: 0x23, dst: 255, prio: 3, coalesced: false, data: DEPTH }
  const position = { pgn: 129029, src: 0x23, dst: 255, prio: 3, coalesced: true }
  const expected = [
    { pgn: 59904, src: 0x23, dst: 0x10, prio: 6, coalesced: false, data: [0x14, 0xf0, 0x01], stamp: at(100) },
    { ...depth, stamp: at(200) },
    { ...position, data: POSITION, stamp: at(59_900) },
    // The clock begins anew each minute.
    { ...depth, stamp: at(60_050) },
    { ...position, data: POSITION.slice(0, 8), stamp: at(60_150) },
  ]
  assert.deepEqual(await frames(FILE), expected)
  for (const chunk of [1, 7, 64]) assert.deepEqual(await frames(FILE, chunk), expected, `in chunks of ${chunk}`)
})

test('one that was cut off ends with its last whole record', async () => {
  const whole = (await frames(FILE)).length
  assert.equal((await frames(FILE.subarray(0, -END.length - 1))).length, whole - 1)
  assert.equal((await frames(FILE.subarray(0, -END.length - 9))).length, whole - 1)
})

test('a length that no message has is damage', async () => {
  await assert.rejects(frames(Buffer.concat([START, record(1, POSITION_ID, 0, 224, ...POSITION)])), /damaged/)
})

test('known by its first record', () => {
  assert.equal(isYdvr(FILE), true)
  assert.equal(isYdvr(FILE.subarray(START.length)), false)
  assert.equal(isYdvr(Buffer.from('2022-11-30T12:02:29.000Z,3,128267')), false)
})
