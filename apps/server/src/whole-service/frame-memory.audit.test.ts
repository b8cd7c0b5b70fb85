import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { test } from 'node:test'
import { LIMITS } from '@binnacle/contract'
import sharp from 'sharp'
import type { Boat } from '../testing/accounts/boats.ts'
import { startTestProcess } from '../testing/process.ts'

const DEVICES = 200
/** So many send a picture as large as it gets; of all of them the decoding would be most of what this costs. */
const LARGE = 20
const MAX_MORE_BYTES = 600 * 1024 * 1024

/** A real JPEG of nearly 8 MiB: noise does not compress. */
async function largeJpeg(): Promise<Buffer> {
  const noise = randomBytes(3000 * 3000 * 3)
  for (let side = 3000; ; side -= 50) {
    const raw = { width: side, height: side, channels: 3 as const }
    const jpeg = await sharp(noise.subarray(0, side * side * 3), { raw })
      .jpeg({ quality: 92 })
      .toBuffer()
    if (jpeg.length <= LIMITS.frameBytes) return jpeg
  }
}

/** Nearly as many bytes, of a small picture with comments as long as they may be. */
async function smallJpeg(bytes: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const comment = Buffer.concat([Buffer.from('fffeffff', 'hex'), randomBytes(0xffff - 2)])
  const comments = Array<Buffer>(Math.floor(bytes / comment.length)).fill(comment)
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

/** Posts one frame over a socket of its own and gives the status. The body is shared by all: it is this process's memory, too. */
function postFrame(url: string, { deviceKey }: Boat, body: Buffer): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    const head = `POST /v1/cameras/frames HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${deviceKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(Number(answer.toString('latin1', 9, 12)))
    })
    socket.write(head)
    socket.write(body)
  })
}

/** A figure of /proc/PID/status, bytes. */
const memory = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

const skip = existsSync('/proc/self/status') ? false : 'the peak of a process’s memory is read from /proc'

test('200 onboard devices that post frames of 8 MiB at once raise the memory by no more than 600 MB', {
  skip,
}, async (t) => {
  const { service, boats } = await startTestProcess({}, DEVICES)
  const jpeg = await largeJpeg()
  assert.ok(jpeg.length > 0.9 * LIMITS.frameBytes, `${jpeg.length} bytes`)
  const [large, small] = [jpeg, await smallJpeg(jpeg.length)].map((image) =>
    Buffer.from(JSON.stringify({ image_base64: image.toString('base64'), label: 'Cockpit' })),
  )
  const before = memory(service.pid, 'VmRSS')
  const statuses = await Promise.all(boats.map((boat, i) => postFrame(service.url, boat, i < LARGE ? large! : small!)))
  const more = memory(service.pid, 'VmHWM') - before
  t.diagnostic(`${DEVICES} frames of ${jpeg.length} bytes: ${Math.round(more / 1024 / 1024)} MiB more at the peak`)
  assert.deepEqual([...new Set(statuses)], [202])
  assert.ok(more < MAX_MORE_BYTES, `${Math.round(more / 1024 / 1024)} MiB more`)
})
