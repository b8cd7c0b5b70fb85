/**
 * Blocks of before migration 0030, which stay as they are: whole numbers as LEB128, seven bits a byte, the lowest first, the
 * eighth bit where more follow. Up to 2^53, so no bit operators.
 */
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

  /** Differences, summed up. */
  column(length: number): Float64Array {
    let last = 0
    return new Float64Array(length).map(() => (last += this.signed()))
  }

  signed(): number {
    const number = this.unsigned()
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2
  }
}
