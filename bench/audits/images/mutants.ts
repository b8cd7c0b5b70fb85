import { crc32, deflateSync } from 'node:zlib'
import type { FrameMime } from '@binnacle/contract'
import sharp from 'sharp'
import type { Dice } from '../fuzz/dice.ts'

interface Original {
  mime: FrameMime
  bytes: Buffer
}

interface Mutant {
  /** As an onboard device declares it. */
  mime: FrameMime
  bytes: Buffer
  /** What was done, for people. */
  done: string
  /** null: it may be accepted or not; else whether it must be. */
  mustPass: boolean | null
}

/** Pictures as cameras and phones make them: baseline, progressive, grey, with EXIF and a profile, with alpha, lossless. */
export async function makeOriginals(): Promise<Original[]> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
  const sea = sharp({ create: { width: 320, height: 240, channels: 3, background: '#1c5d99', noise } })
  const tiny = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  const exif = { IFD0: { Make: 'Raymarine', ImageDescription: 'x'.repeat(2_000) } }
  const jpeg = [
    sea.clone().jpeg(),
    sea.clone().jpeg({ progressive: true, quality: 30 }),
    sea.clone().greyscale().jpeg({ chromaSubsampling: '4:4:4' }),
    sea.clone().withExif(exif).withIccProfile('p3').jpeg(),
    tiny.clone().jpeg(),
  ]
  const png = [
    sea.clone().resize(64).png(),
    sea.clone().resize(64).png({ progressive: true }),
    sea.clone().resize(64).png({ palette: true }),
    sea.clone().resize(32).ensureAlpha(0.5).toColourspace('rgb16').png(),
    tiny.clone().png(),
  ]
  const webp = [
    sea.clone().webp(),
    sea.clone().resize(64).webp({ lossless: true }),
    sea.clone().resize(64).ensureAlpha(0.5).withExif(exif).webp(),
    tiny.clone().webp(),
  ]
  const made = async (mime: FrameMime, pictures: typeof jpeg) =>
    Promise.all(pictures.map(async (picture) => ({ mime, bytes: await picture.toBuffer() })))
  return [...(await made('image/jpeg', jpeg)), ...(await made('image/png', png)), ...(await made('image/webp', webp))]
}

/** What else is put behind, before or into a picture. */
export async function makeOthers(): Promise<Buffer[]> {
  const page = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const pages = [await page.clone().png().toBuffer(), await page.clone().negate().png().toBuffer()]
  const frames = sharp(pages, { join: { animated: true } })
  return [
    await frames
      .clone()
      .gif({ delay: [100, 100] })
      .toBuffer(),
    await frames
      .clone()
      .webp({ delay: [100, 100], loop: 0 })
      .toBuffer(),
    Buffer.from('PK\x03\x04\x14\0\0\0'),
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.alloc(1_000, 0xff),
    Buffer.alloc(1_000),
  ]
}

type Way = (dice: Dice, original: Original, others: Buffer[]) => Omit<Mutant, 'mime'> & { mime?: FrameMime }

const INTERESTING = [0x00, 0x01, 0x7f, 0x80, 0xd8, 0xd9, 0xda, 0xff]

const WAYS: Way[] = [
  function flipBits(dice, { bytes }) {
    const copy = Buffer.from(bytes)
    for (let n = dice.between(1, 20); n > 0; n--) copy[dice.below(copy.length)]! ^= 1 << dice.below(8)
    return { bytes: copy, done: 'bits flipped', mustPass: null }
  },
  function overwrite(dice, { bytes }) {
    const copy = Buffer.from(bytes)
    // The head is where sizes and tables are.
    for (let n = dice.between(1, 8); n > 0; n--)
      copy[dice.below(dice.oneIn(2) ? Math.min(copy.length, 700) : copy.length)] = dice.pick(INTERESTING)
    return { bytes: copy, done: 'bytes overwritten', mustPass: null }
  },
  function truncate(dice, { bytes }) {
    return { bytes: bytes.subarray(0, dice.below(bytes.length - 20)), done: 'cut off', mustPass: false }
  },
  function splice(dice, { bytes }) {
    const [a, b] = [dice.below(bytes.length), dice.below(bytes.length)]
    const part = bytes.subarray(Math.min(a, b), Math.max(a, b))
    const at = dice.below(bytes.length)
    const repeated = Array<Buffer>(dice.between(0, 3)).fill(part)
    return {
      bytes: Buffer.concat([bytes.subarray(0, at), ...repeated, bytes.subarray(at)]),
      done: `a part ${repeated.length} times more`,
      mustPass: null,
    }
  },
  function cutOut(dice, { bytes }) {
    const at = dice.below(bytes.length)
    return {
      bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + dice.between(1, 200))]),
      done: 'a part cut out',
      mustPass: null,
    }
  },
  function lieAboutSize(dice, original) {
    const size = dice.pick([0, 1, 0x3fff, 0x7fff, 0xffff])
    return { bytes: withSize(original, size, dice.oneIn(2) ? size : 240), done: `says ${size} px wide`, mustPass: null }
  },
  function chunkLength(dice, { mime, bytes }) {
    const copy = Buffer.from(bytes)
    if (mime === 'image/png')
      copy.writeUInt32BE(dice.pick([0, 1, 0x7fffffff, 0xffffffff, 0xfffffff4]), dice.oneIn(2) ? 8 : 33)
    else if (mime === 'image/webp')
      copy.writeUInt32LE(dice.pick([0, 1, 4, 0x7fffffff, 0xffffffff]), dice.oneIn(2) ? 4 : 16)
    else copy.writeUInt16BE(dice.pick([0, 1, 2, 0x7fff, 0xffff]), 4)
    return { bytes: copy, done: 'the length of a chunk', mustPass: null }
  },
  function pngChunk(dice, original, others) {
    if (original.mime !== 'image/png') return flip(dice, original, others)
    const type = dice.pick([
      'PLTE',
      'tRNS',
      'iCCP',
      'zTXt',
      'iTXt',
      'eXIf',
      'gAMA',
      'sBIT',
      'hIST',
      'pHYs',
      'IDAT',
      'IHDR',
      'acTL',
      'fcTL',
    ])
    const packed = zeros(dice.pick([10, 100_000, 8_000_000]))
    const content = dice.oneIn(2)
      ? Buffer.alloc(dice.below(1_000), dice.below(256))
      : Buffer.concat([Buffer.from('a\0\0'), packed])
    const { bytes } = original
    return {
      bytes: Buffer.concat([bytes.subarray(0, 33), chunk(type, content), bytes.subarray(33)]),
      done: `a chunk ${type} of ${content.length} bytes`,
      mustPass: type === 'acTL' ? false : null,
    }
  },
  function pngBomb(dice) {
    const [width, height] = dice.pick([
      [65_535, 65_535],
      [16_000, 16_000],
      [6_000, 6_000],
      [1, 40_000_000],
      [40_000_000, 1],
      [610, 65_535],
      [65_535, 610],
    ] as const)
    const rows = zeros(Math.min((1 + Math.ceil(width / 8)) * height, 40_000_000))
    return { mime: 'image/png', bytes: png(width, height, rows), done: `a bomb of ${width}x${height}`, mustPass: null }
  },
  function jpegScans(dice, { mime, bytes }) {
    const start = mime === 'image/jpeg' ? bytes.lastIndexOf(Buffer.from([0xff, 0xda])) : -1
    if (start === -1) return { bytes, done: 'left as it is', mustPass: true }
    const scan = bytes.subarray(start, -2)
    const times = dice.pick([3, 90, 400])
    return {
      bytes: Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(times).fill(scan), bytes.subarray(-2)]),
      done: `${times} scans more`,
      mustPass: times > 100 ? false : null,
    }
  },
  function jpegSegments(dice, original, others) {
    if (original.mime !== 'image/jpeg') return flip(dice, original, others)
    const marker = dice.pick([0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xfe, 0xdb, 0xc4, 0xdd, 0xc0, 0xc2])
    const text = dice.pick([
      'Exif\0\0MM\0*\0\0\0\x08\xff\xff',
      'ICC_PROFILE\0\x01\xff',
      'Exif\0\0II*\0\xff\xff\xff\xff',
      'MPF\0',
      'JFIF\0',
      '',
    ])
    const content = Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(dice.below(60_000), dice.below(256))])
    const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255])
    const many = Array<Buffer>(dice.pick([1, 2, 50])).fill(Buffer.concat([head, content]))
    const { bytes } = original
    return {
      bytes: Buffer.concat([bytes.subarray(0, 2), ...many, bytes.subarray(2)]),
      done: `${many.length} segments ${marker.toString(16)}`,
      mustPass: null,
    }
  },
  function polyglot(dice, { bytes }, others) {
    const other = dice.pick(others)
    const padding = other.every((byte) => byte === 0 || byte === 0xff)
    return dice.oneIn(2)
      ? { bytes: Buffer.concat([other, bytes]), done: 'something before it', mustPass: false }
      : { bytes: Buffer.concat([bytes, other]), done: 'something after it', mustPass: padding }
  },
  function otherType(dice, { mime, bytes }) {
    const declared = dice.pick((['image/jpeg', 'image/png', 'image/webp'] as const).filter((one) => one !== mime))
    return { mime: declared, bytes, done: `declared as ${declared}`, mustPass: false }
  },
  function another(dice, _original, others) {
    const mime = dice.pick(['image/jpeg', 'image/png', 'image/webp'] as const)
    return { mime, bytes: dice.pick(others), done: 'something else altogether', mustPass: false }
  },
  function untouched(_dice, { bytes }) {
    return { bytes, done: 'left as it is', mustPass: true }
  },
]

export function mutant(dice: Dice, originals: readonly Original[], others: Buffer[]): Mutant {
  const original = dice.pick(originals)
  const made = dice.pick(WAYS)(dice, original, others)
  return { mime: original.mime, ...made }
}

const flip = WAYS[0]!

const packedZeros = new Map<number, Buffer>()

/** So many zeros, packed to a thousandth: what makes a bomb. */
function zeros(count: number): Buffer {
  const known = packedZeros.get(count) ?? deflateSync(Buffer.alloc(count))
  packedZeros.set(count, known)
  return known
}

/** The picture with another width and height in its header. */
function withSize({ mime, bytes }: Original, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes)
  if (mime === 'image/png') {
    copy.writeUInt32BE(width, 16)
    copy.writeUInt32BE(height, 20)
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  } else if (mime === 'image/webp') {
    copy.writeUInt16LE(width & 0x3fff, 26)
    copy.writeUInt16LE(height & 0x3fff, 28)
  } else {
    const frame = [0xc0, 0xc2].map((sof) => copy.indexOf(Buffer.from([0xff, sof, 0x00]))).find((at) => at > 0)
    if (frame !== undefined) {
      copy.writeUInt16BE(height, frame + 5)
      copy.writeUInt16BE(width, frame + 7)
    }
  }
  return copy
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one bit a pixel. */
function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
