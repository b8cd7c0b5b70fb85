/** Whole numbers as LEB128: seven bits a byte, the lowest first, the eighth bit where more follow. Up to 2^53, so no bit operators. */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  unsigned(number: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, this.#bytes])
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) + 128
    this.#bytes[this.#length++] = rest
  }

  /** Small numbers are short whatever their sign: 0, -1, 1, -2, … */
  signed(number: number): void {
    this.unsigned(number < 0 ? -2 * number - 1 : 2 * number)
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array
  #place = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  unsigned(): number {
    let number = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = this.#bytes[this.#place++]
      if (byte === undefined) throw new RangeError('the numbers end too early')
      if (byte < 128) return number + byte * weight
      number += (byte - 128) * weight
    }
  }

  /** Leaves so many numbers out. */
  skip(count: number): void {
    for (let left = count; left > 0; this.#place++) if (this.#bytes[this.#place]! < 128) left--
  }

  signed(): number {
    const number = this.unsigned()
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }
}
