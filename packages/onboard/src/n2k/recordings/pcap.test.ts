import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPcap, pcapFrames } from './pcap.ts'

const DATA = Buffer.from('eb856308c8b5abdb', 'hex')

interface Capture {
  little?: boolean
  nanoseconds?: boolean
  link?: number
  id?: number
  data?: Buffer
}

/** A capture with two frames, 1.5 s apart. */
function capture({ little = true, nanoseconds = false, link = 227, id = 0x89f8_0121, data = DATA }: Capture = {}) {
  const numbers = (...all: number[]) => {
    const bytes = Buffer.alloc(all.length * 4)
    for (const [i, number] of all.entries())
      little ? bytes.writeUInt32LE(number, i * 4) : bytes.writeUInt32BE(number, i * 4)
    return bytes
  }
  const frame = Buffer.alloc(8 + data.length)
  frame.writeUInt32BE(id)
  frame[4] = data.length
  data.copy(frame, 8)
  const packet = Buffer.concat([Buffer.alloc(link === 113 ? 16 : 0), frame])
  const record = (s: number, ms: number) =>
    Buffer.concat([numbers(s, ms * (nanoseconds ? 1e6 : 1e3), packet.length, packet.length), packet])
  const header = numbers(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, 0x0004_0002, 0, 0, 65_535, link)
  return Buffer.concat([header, record(1_669_809_749, 869), record(1_669_809_751, 369)])
}

/** In pieces of so many bytes, as a file may be read. */
async function framesOf(bytes: Buffer, piece = bytes.length) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  return Array.fromAsync(pcapFrames(pieces()))
}

test('frames of a capture, in any byte order, with times in µs or ns, cut anywhere', async () => {
  for (const little of [true, false])
    for (const nanoseconds of [true, false])
      for (const link of [227, 113])
        for (const piece of [1, 7, 1_000]) {
          const bytes = capture({ little, nanoseconds, link })
          assert.ok(isPcap(bytes))
          const frames = await framesOf(bytes, piece)
          assert.deepEqual(
            frames.map((frame) => [
              frame?.pgn,
              frame?.src,
              frame?.dst,
              frame?.prio,
              frame?.data.toString('hex'),
              frame?.stamp,
            ]),
            [1_669_809_749_869, 1_669_809_751_369].map((ms) => [
              ...[129_025, 0x21, 255, 2, DATA.toString('hex')],
              { ms, dated: true },
            ]),
          )
        }
})

test('frames that are none of NMEA 2000 are not understood: 11-bit, remote, error, empty', async () => {
  for (const id of [0x121, 0xc9f8_0121, 0xa000_0004])
    assert.deepEqual(await framesOf(capture({ id })), [undefined, undefined])
  assert.deepEqual(await framesOf(capture({ data: Buffer.alloc(0) })), [undefined, undefined])
})

test('a capture that was cut off ends with its last whole frame', async () => {
  const bytes = capture()
  for (let cut = 1; cut < 32; cut++) assert.equal((await framesOf(bytes.subarray(0, -cut))).length, 1)
})

test('what cannot be read is refused with what to do', async () => {
  await assert.rejects(framesOf(Buffer.from(`0a0d0d0a${'00'.repeat(40)}`, 'hex')), /editcap -F pcap/)
  await assert.rejects(framesOf(capture({ link: 1 })), /not of a CAN interface \(link type 1\)/)
  const damaged = capture()
  damaged.writeUInt32LE(0xffff_ffff, 24 + 8)
  await assert.rejects(framesOf(damaged), /damaged/)
})
