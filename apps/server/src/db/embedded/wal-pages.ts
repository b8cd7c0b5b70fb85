import { writeSync } from 'node:fs'

/** A page of PostgreSQL's WAL, and what the file system writes at least. */
const PAGE = 8192
const HALF = PAGE / 2

/**
 * Writes to WAL files, without what they hold already. Each commit writes the page of WAL that it ends in anew, from its beginning; a
 * boat's batch has a quarter of a page. So the half that is as it was written last is left out, and the memory card gets one block for
 * it instead of two (bench:wear). Nothing of a file is assumed but what was written through the same open file just before.
 */
export class WalPages {
  #file: object | null = null
  #position = 0
  readonly #page = Buffer.alloc(PAGE)

  /** Gives how many bytes then are as wanted: all. Throws what the write throws. */
  write(file: { nfd: number }, bytes: Buffer, position: number): number {
    const isKnown = this.#file === file && this.#position === position && bytes.length >= PAGE
    const isSame = (from: number) => isKnown && bytes.compare(this.#page, from, from + HALF, from, from + HALF) === 0
    const from = isSame(0) ? HALF : 0
    const to = bytes.length === PAGE && isSame(HALF) ? HALF : bytes.length
    // What a failed write left is not known.
    this.#file = null
    for (let at = from; at < to; ) at += writeSync(file.nfd, bytes, at, to - at, position + at)
    if (position % PAGE === 0 && bytes.length % PAGE === 0 && bytes.length > 0) {
      bytes.copy(this.#page, 0, bytes.length - PAGE)
      this.#file = file
      this.#position = position + bytes.length - PAGE
    }
    return bytes.length
  }
}
