import { MAX_MEMBER, type ReadMember } from './archive.ts'

/** A member of an archive that may be damaged, as far as its header could be read. */
export interface FoundMember extends ReadMember {
  /** Bytes of the archive up to the end of this member. */
  end: number
  /** A gap between it and the member before it was skipped: what was there is lost. */
  afterGap: boolean
}

const BLOCK = 512
const MAGIC = Buffer.from('ustar\0')
const MAGIC_AT = 257

type Bytes = AsyncIterable<Uint8Array>

/**
 * The members of a tar archive that may be damaged anywhere: after a part that is no member it goes on at the next header.
 * `isRight` says whether a member is what it was; a member that is not is handed on without its bytes.
 */
export async function* findMembers(
  chunks: Bytes,
  isRight: (member: FoundMember) => boolean,
): AsyncGenerator<FoundMember & { right: boolean }> {
  const reading = new Reading(chunks)
  let mark: { of: string; path: string | null } | null = null
  let afterGap = false
  for (;;) {
    if (!(await reading.has(BLOCK))) return
    const header = readHeader(reading.peek(0, BLOCK))
    if (header === 'end') {
      reading.skip(BLOCK)
      continue
    }
    const length = header ? BLOCK + Math.ceil(header.size / BLOCK) * BLOCK : 0
    if (!header || header.size > MAX_MEMBER) {
      afterGap = true
      mark = null
      await reading.skipToMagic()
      continue
    }
    const isCut = !(await reading.has(BLOCK + header.size))
    const bytes = Buffer.from(reading.peek(BLOCK, header.size))
    // Where bytes are missing, the next header is within what seems to be this member, or its padding.
    const isNextThere = (await reading.has(length + BLOCK)) && readHeader(reading.peek(length, BLOCK)) !== null
    if (header.type === 'x') {
      mark = isNextThere ? readPax(bytes) : null
      if (isNextThere) reading.skip(length)
      else await reading.skipToMagic()
      afterGap ||= !isNextThere
      continue
    }
    const end = reading.at + length
    const member: FoundMember = { name: mark?.path ?? header.name, bytes, mark: mark?.of ?? null, end, afterGap }
    const right = isRight(member) && !isCut
    yield { ...member, bytes: right ? bytes : Buffer.alloc(0), right }
    mark = null
    afterGap = false
    if (right && isNextThere) reading.skip(length)
    else {
      reading.skip(right ? BLOCK + header.size - 1 : 0)
      afterGap = !right
      await reading.skipToMagic()
    }
  }
}

/** What a member's header says; null when it is none. */
function readHeader(block: Buffer): { name: string; size: number; type: string } | 'end' | null {
  if (block.every((byte) => byte === 0)) return 'end'
  if (!block.subarray(MAGIC_AT, MAGIC_AT + MAGIC.length).equals(MAGIC)) return null
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  if (sum !== octal(block, 148, 8)) return null
  const [name, prefix] = [text(block, 0, 100), text(block, 345, 155)]
  return { name: prefix ? `${prefix}/${name}` : name, size: octal(block, 124, 12), type: text(block, 156, 1) }
}

const text = (block: Buffer, from: number, length: number) =>
  block
    .subarray(from, from + length)
    .toString('latin1')
    .split('\0', 1)[0]!

const octal = (block: Buffer, from: number, length: number) => Number.parseInt(text(block, from, length), 8)

/** The path and the mark that writeArchive puts before a member. */
function readPax(bytes: Buffer): { of: string; path: string | null } | null {
  const records = bytes.toString()
  const of = /^\d+ comment=([0-9a-f]{64})$/m.exec(records)?.[1]
  return of ? { of, path: /^\d+ path=(.+)$/m.exec(records)?.[1] ?? null } : null
}

/** What is read and not used yet. */
class Reading {
  readonly #chunks: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)
  #from = 0
  /** Bytes that were used. */
  at = 0

  constructor(chunks: Bytes) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Whether so many bytes follow. */
  async has(length: number): Promise<boolean> {
    if (this.#bytes.length - this.#from >= length) return true
    const parts: Uint8Array[] = [this.#bytes.subarray(this.#from)]
    let there = this.#bytes.length - this.#from
    while (there < length) {
      const { value, done } = await this.#chunks.next()
      if (done) break
      parts.push(value)
      there += value.length
    }
    this.#bytes = Buffer.concat(parts)
    this.#from = 0
    return there >= length
  }

  peek(from: number, length: number): Buffer {
    return this.#bytes.subarray(this.#from + from, this.#from + from + length)
  }

  skip(length: number): void {
    const skipped = Math.min(length, this.#bytes.length - this.#from)
    this.#from += skipped
    this.at += skipped
  }

  /** Goes to the next place that looks like a header, at least one byte on. */
  async skipToMagic(): Promise<void> {
    this.skip(1)
    while (await this.has(BLOCK)) {
      const found = this.#bytes.indexOf(MAGIC, this.#from + MAGIC_AT)
      if (found !== -1) return this.skip(found - MAGIC_AT - this.#from)
      this.skip(this.#bytes.length - this.#from - MAGIC_AT - MAGIC.length + 1)
    }
    this.skip(BLOCK)
  }
}
