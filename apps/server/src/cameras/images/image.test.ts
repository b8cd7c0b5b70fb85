import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { LIMITS } from '@binnacle/contract'
import sharp from 'sharp'
import { FrameRefused } from '../frames/frame-refused.ts'
import { forScreen, inspectImage } from './image.ts'

const folder = mkdtempSync(join(tmpdir(), 'image-'))
const path = join(folder, 'image')
const thumbnailPath = join(folder, 'thumbnail')
after(() => rmSync(folder, { recursive: true }))

const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#888', noise } })
const files = {
  'image/jpeg': await picture.clone().jpeg().toBuffer(),
  'image/png': await picture.clone().png().toBuffer(),
  'image/webp': await picture.clone().webp().toBuffer(),
}
const jpeg = files['image/jpeg']
const small = picture.clone().resize(32)

async function inspect(file: Buffer | string, mime = 'image/jpeg') {
  writeFileSync(path, file)
  return await inspectImage(path, mime, thumbnailPath)
}

async function refusal(file: Buffer | string, mime?: string): Promise<string> {
  rmSync(thumbnailPath, { force: true })
  const error = await inspect(file, mime).catch((refused) => refused)
  if (!(error instanceof FrameRefused)) return 'accepted'
  assert.equal(existsSync(thumbnailPath), false)
  return error.code
}

/** A PNG chunk. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const file = Buffer.alloc(body.length + 8)
  file.writeUInt32BE(content.length)
  body.copy(file, 4)
  file.writeUInt32BE(crc32(body), body.length + 4)
  return file
}

/** A black PNG with a bit a pixel. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([files['image/png'].subarray(0, 8), ...chunks])
}

test('a picture of the declared type is measured and gets a thumbnail', async () => {
  for (const [mime, file] of Object.entries(files)) {
    assert.deepEqual(await inspect(file, mime), { mime, width: 640, height: 480 })
    const { format, width, height } = await sharp(thumbnailPath).metadata()
    assert.deepEqual({ format, width, height }, { format: 'webp', width: 320, height: 240 })
  }
})

test('a picture is turned as EXIF says, and the thumbnail carries no EXIF', async () => {
  const turned = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  assert.deepEqual(await inspect(turned), { mime: 'image/jpeg', width: 480, height: 640 })
  const { width, height, exif } = await sharp(thumbnailPath).metadata()
  assert.deepEqual({ width, height, exif }, { width: 320, height: 427, exif: undefined })
})

test('a small picture is not enlarged, and a tall one stays bounded', async () => {
  for (const [size, expected] of [
    [
      [64, 48],
      [64, 48],
    ],
    [
      [2000, 40_000 / 2],
      [128, 1280],
    ],
  ] as const) {
    await inspect(blackPng(size[0], size[1]), 'image/png')
    const { width, height } = await sharp(thumbnailPath).metadata()
    assert.deepEqual([width, height], expected)
  }
})

test('what is not a JPEG, PNG or WebP of the declared type is an unsupported mime', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const others = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<!doctype html><title>x</title>',
    '',
    '%PDF-1.4',
    '\0\0\0\x1cftypavif',
  ]
  const made = [await small.clone().gif().toBuffer(), await small.clone().tiff().toBuffer()]
  const polyglot = Buffer.concat([Buffer.from('GIF89a'), jpeg])
  for (const file of [...others, ...made, polyglot, await small.clone().avif().toBuffer()]) {
    for (const mime of Object.keys(files)) assert.equal(await refusal(file, mime), 'unsupported_mime')
  }
  for (const [mime, file] of Object.entries(files)) {
    for (const declared of [...Object.keys(files), 'image/gif', 'video/mp4', '']) {
      assert.equal(await refusal(file, declared), declared === mime ? 'accepted' : 'unsupported_mime')
    }
  }
})

test('no other loader of sharp can be reached', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const file of [svg, await small.clone().gif().toBuffer(), await small.clone().tiff().toBuffer()]) {
    await assert.rejects(sharp(file).metadata(), /unsupported image format/)
    writeFileSync(path, file)
    await assert.rejects(sharp(path).metadata(), /unsupported image format/)
  }
})

test('a moving picture is an unsupported mime', async () => {
  const pages = [await picture.clone().png().toBuffer(), await picture.clone().negate().png().toBuffer()]
  const webp = await sharp(pages, { join: { animated: true } })
    .webp()
    .toBuffer()
  assert.equal(await refusal(webp, 'image/webp'), 'unsupported_mime')
  const png = files['image/png']
  const apng = Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    png.subarray(33),
  ])
  assert.equal(await refusal(apng, 'image/png'), 'unsupported_mime')
})

test('a picture with another format behind it is an unsupported mime, one with padding is not', async () => {
  for (const [mime, file] of Object.entries(files)) {
    assert.equal(await refusal(Buffer.concat([file, Buffer.from('PK\x03\x04')]), mime), 'unsupported_mime')
    assert.equal(await refusal(Buffer.concat([file, Buffer.alloc(3)]), mime), 'accepted')
  }
})

test('a truncated or garbled picture is a failed upload', async () => {
  for (const [mime, file] of Object.entries(files)) {
    for (const missing of [1, 2, 3, 10, 1000, file.length / 2, file.length - 12]) {
      assert.equal(
        await refusal(file.subarray(0, file.length - missing), mime),
        'upload_failed',
        `${mime} - ${missing}`,
      )
    }
  }
  const hole = (file: Buffer) => Buffer.concat([file.subarray(0, file.length / 2), file.subarray(-12)])
  assert.equal(await refusal(hole(jpeg)), 'upload_failed')
  assert.equal(await refusal(hole(files['image/png']), 'image/png'), 'upload_failed')
  const flipped = Buffer.from(files['image/png'])
  flipped[flipped.length >> 1]! ^= 1
  assert.equal(await refusal(flipped, 'image/png'), 'upload_failed')
  assert.equal(await refusal(Buffer.from([0xff, 0xd8, 0xff, 0xd9])), 'upload_failed')
})

/** A grey JPEG, 8 px wide, with a restart marker after every block of 8x8 but the last, and bytes of `extra` before that. */
function restartingJpeg(blocks: number, extra: (block: number) => number[]): Buffer {
  const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content]
  const zeros = Array(16).fill(0)
  const restart = (block: number) => [...extra(block), 0xff, 0xd0 + (block % 8)]
  return Buffer.from([
    ...[0xff, 0xd8, ...segment(0xdb, 0, ...Array(64).fill(1))],
    ...segment(0xc0, 8, (blocks * 8) >> 8, (blocks * 8) & 255, 0, 8, 1, 1, 0x11, 0),
    ...[...segment(0xc4, 0x00, 1, ...zeros), ...segment(0xc4, 0x10, 1, ...zeros)],
    ...[...segment(0xdd, 0, 1), ...segment(0xda, 1, 1, 0, 0, 63, 0)],
    ...Array.from({ length: blocks - 1 }, (_, block) => [0x3f, ...restart(block)]).flat(),
    ...[0x3f, 0xff, 0xd9],
  ])
}

test("a webcam's extraneous bytes before a marker do no harm, a lost stretch does", async () => {
  assert.equal(await refusal(restartingJpeg(80, () => [])), 'accepted')
  assert.equal(await refusal(restartingJpeg(80, (block) => (block % 5 ? [] : Array(20).fill(1)))), 'accepted')
  assert.equal(
    await refusal(Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(608, 7), jpeg.subarray(20)])),
    'accepted',
  )
  assert.equal(await refusal(Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(3, 7), jpeg.subarray(-2)])), 'accepted')
  const whole = restartingJpeg(80, () => [])
  const lost = whole.indexOf(Buffer.from([0xff, 0xd3]))
  assert.equal(await refusal(Buffer.concat([whole.subarray(0, lost - 1), whole.subarray(lost + 2)])), 'upload_failed')
})

test('a picture of more pixels than allowed is a failed upload, however small its file', async () => {
  assert.equal(await refusal(blackPng(16_000, 16_000), 'image/png'), 'upload_failed')
  assert.equal(await refusal(blackPng(10_000, LIMITS.framePixels / 10_000), 'image/png'), 'accepted')
  assert.equal(await refusal(blackPng(10_000, LIMITS.framePixels / 10_000 + 1), 'image/png'), 'upload_failed')
})

test('a strip longer than a JPEG can be is a failed upload: its rows would keep a place busy for seconds', async () => {
  for (const size of [
    [1, LIMITS.frameSide],
    [LIMITS.frameSide, 1],
  ] as const) {
    assert.equal(await refusal(blackPng(size[0], size[1]), 'image/png'), 'accepted')
    const [width, height] = size.map((side) => (side === 1 ? 1 : side + 1)) as [number, number]
    assert.equal(await refusal(blackPng(width, height), 'image/png'), 'upload_failed')
  }
})

test('a disk that takes no more is a failed upload, and there is no part of a thumbnail', () => {
  writeFileSync(path, jpeg)
  // A process that may write files of one block at most stands for the full disk.
  const script = `
    import { existsSync } from 'node:fs'
    import { inspectImage } from '${import.meta.resolve('./image.ts')}'
    const [path, thumbnail] = process.argv.slice(1)
    const error = await inspectImage(path, 'image/jpeg', thumbnail).catch((refused) => refused)
    console.log(error.code, existsSync(thumbnail))`
  const command = 'ulimit -f 1 && exec "$0" --input-type=module --eval "$1" "$2" "$3"'
  const parts = [command, process.execPath, script, path, `${thumbnailPath}-none`]
  assert.equal(spawnSync('sh', ['-c', ...parts], { encoding: 'utf8' }).stdout, 'upload_failed false\n')
})

/** The most pictures that sharp has in work at once while `count` of this file are inspected. */
async function mostAtOnce(file: Buffer, mime: string, count: number): Promise<number> {
  writeFileSync(path, file)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, sharp.counters().process)
  })
  const thumbnails = Array.from({ length: count }, (_, index) => `${thumbnailPath}${index}`)
  await Promise.all(thumbnails.map((thumbnail) => inspectImage(path, mime, thumbnail)))
  clearInterval(watch)
  return most
}

test('two pictures at once, one where it is large', async () => {
  assert.equal(await mostAtOnce(await picture.clone().resize(3000).jpeg().toBuffer(), 'image/jpeg', 12), 2)
  assert.equal(await mostAtOnce(blackPng(5000, 5000), 'image/png', 4), 1)
  // A refusal gives its place back.
  for (const _ of [1, 2, 3]) assert.equal(await refusal(jpeg.subarray(0, -2)), 'upload_failed')
  assert.equal(await refusal(jpeg), 'accepted')
})

test('renditions are made one at a time, and an arriving picture does not wait for them', async () => {
  const opened = Promise.withResolvers<void>()
  let reading = 0
  let most = 0
  const made = Array.from({ length: 15 }, () =>
    forScreen(async () => {
      most = Math.max(most, ++reading)
      await opened.promise
      reading--
      return jpeg
    }),
  )
  assert.equal(await refusal(jpeg), 'accepted')
  assert.equal(reading, 1)
  opened.resolve()
  for (const rendition of await Promise.all(made)) assert.equal((await sharp(rendition).metadata()).format, 'webp')
  assert.equal(most, 1)
})

test('a large picture and its rendition are not decoded at the same time as others', async () => {
  const large = blackPng(5000, 5000)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, sharp.counters().process)
  })
  writeFileSync(path, large)
  await Promise.all([
    ...[1, 2, 3].map(() => forScreen(async () => large)),
    ...[1, 2, 3].map((n) => inspectImage(path, 'image/png', `${thumbnailPath}-large-${n}`)),
  ])
  clearInterval(watch)
  assert.equal(most, 1)
})
