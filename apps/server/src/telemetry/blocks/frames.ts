/**
 * Whole numbers in as few bits as they need: a frame of some numbers, each with as many bits as the greatest of them has. A frame
 * is a byte that says how many bits, and the numbers, the lowest bits first; it ends with a whole byte. Numbers that run evenly
 * take a few bits each, one that never changes a byte for each frame. Up to 2^53, so no bit operators.
 */
const FRAME = 32
/** A column of differences begins with numbers that are none: they get a frame to themselves. */
const FIRST_FRAME = 2

export class FrameWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  unsigned(numbers: readonly number[]): void {
    for (let from = 0, to = FIRST_FRAME; from < numbers.length; from = to, to += FRAME)
      this.#frame(numbers.slice(from, to))
  }

  /** Small numbers are short whatever their sign: 0, -1, 1, -2, … */
  signed(numbers: readonly number[]): void {
    this.unsigned(numbers.map((number) => (number < 0 ? -2 * number - 1 : 2 * number)))
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #frame(numbers: readonly number[]): void {
    const width = bitsOf(Math.max(...numbers))
    const end = this.#length + 1 + Math.ceil((width * numbers.length) / 8)
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(end)])
    this.#bytes.fill(0, this.#length, end)
    this.#bytes[this.#length] = width
    let bit = 8 * (this.#length + 1)
    for (const number of numbers)
      for (let rest = number, left = width; left > 0; ) {
        const room = Math.min(8 - (bit % 8), left)
        this.#bytes[Math.floor(bit / 8)]! += (rest % 2 ** room) * 2 ** (bit % 8)
        rest = Math.floor(rest / 2 ** room)
        left -= room
        bit += room
      }
    this.#length = end
  }
}

const bitsOf = (number: number) => (number === 0 ? 0 : number.toString(2).length)

export class FrameReader {
  readonly #bytes: Uint8Array
  #place = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  unsigned(length: number): Float64Array {
    const numbers = new Float64Array(length)
    for (let from = 0, to = FIRST_FRAME; from < length; from = to, to += FRAME)
      this.#frame(numbers.subarray(from, Math.min(to, length)))
    return numbers
  }

  signed(length: number): Float64Array {
    return this.unsigned(length).map((number) => (number % 2 === 0 ? number / 2 : -(number + 1) / 2))
  }

  /** Leaves so many numbers out. */
  skip(length: number): void {
    for (let from = 0, to = FIRST_FRAME; from < length; from = to, to += FRAME)
      this.#place += 1 + Math.ceil((this.#width() * (Math.min(to, length) - from)) / 8)
  }

  #width(): number {
    const width = this.#bytes[this.#place]
    if (width === undefined) throw new RangeError('the numbers end too early')
    return width
  }

  #frame(numbers: Float64Array): void {
    const width = this.#width()
    const start = this.#place + 1
    this.#place = start + Math.ceil((width * numbers.length) / 8)
    if (this.#place > this.#bytes.length) throw new RangeError('the numbers end too early')
    let bit = 8 * start
    for (let i = 0; i < numbers.length; i++)
      for (let left = width, weight = 1; left > 0; ) {
        const room = Math.min(8 - (bit % 8), left)
        numbers[i]! += ((this.#bytes[bit >>> 3]! >>> (bit % 8)) & (2 ** room - 1)) * weight
        weight *= 2 ** room
        left -= room
        bit += room
      }
  }
}
