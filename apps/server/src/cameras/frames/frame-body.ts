import { open, rm } from 'node:fs/promises'
import { LIMITS } from '@binnacle/contract'
import { invalid } from '../../http/errors.ts'
import { parseJson, refuseBadText } from '../../http/route/json.ts'
import { ImageText, PIECE } from '../images/image-text.ts'
import { FrameRefused } from './frame-refused.ts'

export interface FrameBody {
  /**
   * The body's object without image_base64: well-formed text, no forbidden keys, at most LIMITS.jsonDepth deep; not yet fitted to
   * the schema.
   */
  fields: Record<string, unknown>
  /** bytes: of the decoded image. mimeFromDataUrl: the type that a data URL names, lower case; null for raw base64. */
  image: { bytes: number; mimeFromDataUrl: string | null }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Reads the body of POST /v1/cameras/frames as it arrives and decodes image_base64 into a new file at `temporaryPath`
 * (mode 600, not synced). Memory is about 80 KB and the chunk under way, whatever the body's size; the next chunk is asked
 * for when the last is on its way to the disk.
 *
 * Throws ApiError: frame_too_large (image over LIMITS.frameBytes) and body_too_large (the rest over LIMITS.frameEnvelopeBytes),
 * each as soon as that is known, upload_failed (not strict RFC 4648 base64, empty, or it cannot be written), invalid_request
 * (not the object that the contract asks for). What `chunks` throws goes through. Either way no file is left.
 *
 * For an HTTP request pass `bodyChunks` without a limit of its own: escapes make a body of an allowed image longer, and here
 * every part has its limit. A plain `for await` over the request would close the socket on a refusal, before the answer.
 */
export async function receiveFrameBody(chunks: AsyncIterable<Uint8Array>, temporaryPath: string): Promise<FrameBody> {
  const file = await orUploadFailed(open(temporaryPath, 'wx', 0o600))
  try {
    const body = new BodyScanner()
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        body.scan(Buffer.from(chunk.buffer, chunk.byteOffset + at, Math.min(PIECE, chunk.length - at)))
        if (body.image.pendingBytes >= PIECE) await orUploadFailed(file.writeFile(body.image.takePending()))
      }
    }
    const received = body.finish()
    await orUploadFailed(file.writeFile(body.image.takePending()))
    await orUploadFailed(file.close())
    return received
  } catch (error) {
    // Closing again does nothing; closing may fail on a full disk, and the first error is the one to report.
    await file.close().catch(() => {})
    await rm(temporaryPath, { force: true })
    throw error
  }
}

async function orUploadFailed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw new FrameRefused('upload_failed', 'the image could not be stored', { cause })
  }
}

/**
 * Follows the JSON just far enough to find the string of the top-level key image_base64, hands that string's content to
 * the decoder and keeps everything else, with an empty string in its place, for JSON.parse. Replacing a string by a
 * string changes neither whether JSON is well-formed nor its structure, so JSON.parse remains the judge of both.
 */
class BodyScanner {
  readonly image = new ImageText()
  #kept = Buffer.allocUnsafeSlow(LIMITS.frameEnvelopeBytes)
  #length = 0
  #depth = 0
  #ended = false
  #place: 'structure' | 'string' | 'image' = 'structure'
  #escaped = false
  /** At depth 1: is the next string a key? Where does the key under way start? Is the value to come the image? */
  #keyNext = false
  #keyStart = -1
  #imageNext = false
  #imageKeySeen = false
  #imageSeen = false

  /** Takes the next bytes; nothing of the result depends on where they are cut. */
  scan(piece: Buffer): void {
    let at = 0
    while (at < piece.length) {
      if (this.#place !== 'image') {
        this.#step(piece[at++]!)
        continue
      }
      // A quote after a backslash ends the search too: the dangling backslash makes it bad base64 either way.
      const quote = piece.indexOf(QUOTE, at)
      this.image.push(piece.toString('latin1', at, quote < 0 ? piece.length : quote))
      if (quote < 0) return
      this.image.finish()
      this.#place = 'structure'
      this.#keep(QUOTE)
      at = quote + 1
    }
  }

  finish(): FrameBody {
    const fields = parseEnvelope(this.#kept.subarray(0, this.#length))
    if (!this.#imageKeySeen) throw invalid('/image_base64 is required')
    if (!this.#imageSeen) throw invalid('/image_base64 must be a string')
    delete fields.image_base64
    return { fields, image: { bytes: this.image.bytes, mimeFromDataUrl: this.image.mime } }
  }

  #keep(byte: number): void {
    if (this.#length === this.#kept.length) {
      throw new FrameRefused('body_too_large', `more than ${this.#kept.length} bytes besides the image`)
    }
    this.#kept[this.#length++] = byte
  }

  #step(byte: number): void {
    this.#keep(byte)
    if (this.#place === 'string') this.#stepInString(byte)
    else if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return
    else if (this.#depth > 0) this.#stepInObject(byte)
    else if (byte === 0x7b && !this.#ended) this.#open(byte)
    else throw invalid('the body must be an object')
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) {
      this.#place = 'structure'
      if (this.#keyStart >= 0) this.#endKey()
    }
  }

  #stepInObject(byte: number): void {
    if (byte === QUOTE) this.#openString()
    else if (byte === 0x7b || byte === 0x5b) this.#open(byte)
    else if (byte === 0x7d || byte === 0x5d) this.#ended = --this.#depth === 0
    else if (this.#depth === 1 && byte === 0x2c) {
      this.#keyNext = true
      this.#imageNext = false
    } else if (this.#depth === 1 && byte === 0x3a) this.#keyNext = false
  }

  #open(byte: number): void {
    if (++this.#depth > LIMITS.jsonDepth) throw invalid(`the body must be at most ${LIMITS.jsonDepth} levels deep`)
    if (this.#depth === 1) this.#keyNext = byte === 0x7b
  }

  #openString(): void {
    if (this.#depth === 1 && !this.#keyNext && this.#imageNext) {
      this.#place = 'image'
      this.#imageNext = false
      this.#imageSeen = true
      return
    }
    this.#place = 'string'
    if (this.#keyNext) this.#keyStart = this.#length - 1
  }

  #endKey(): void {
    const key = parseJson(this.#kept.subarray(this.#keyStart, this.#length))
    this.#keyStart = -1
    this.#imageNext = key === 'image_base64'
    if (!this.#imageNext) return
    if (this.#imageKeySeen) throw invalid('/image_base64 must be given once')
    this.#imageKeySeen = true
  }
}

function parseEnvelope(bytes: Buffer): Record<string, unknown> {
  // The scanner has seen that it is an object.
  const fields = parseJson(bytes) as Record<string, unknown>
  refuseBadText(fields)
  return fields
}
