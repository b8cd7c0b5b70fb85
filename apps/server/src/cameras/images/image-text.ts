import { LIMITS } from '@binnacle/contract'
import { FrameRefused } from '../frames/frame-refused.ts'

/** Bytes decoded at a time. It is small, so that 200 bodies at once need little memory. */
export const PIECE = 32 * 1024

/** Length of the largest image in base64, characters. */
const IMAGE_CHARACTERS = Math.ceil(LIMITS.frameBytes / 3) * 4

/** Replaces every escape that is invalid in base64, so that decoding fails. */
const NOT_BASE64 = '!'

/** The escapes of line ends and tabs, after the backslash. */
const LINE_BREAKS = /^([nrt]|u000[9ad])$/i

/** The text in the standard base64 alphabet, without spaces. */
const standard = (text: string) => text.replaceAll(' ', '').replaceAll('-', '+').replaceAll('_', '/')

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[^;,]*)*;base64$/i
const DATA_URL_HEAD = 200

/**
 * Decodes the content of a JSON string that holds base64 or a base64 data URL, in pieces. Line breaks, spaces, the URL-safe
 * alphabet and missing padding are accepted; other characters, incomplete padding and trailing bits that are not zero are
 * refused. JSON escapes are resolved, because PHP writes `\/` and Gson `\u003d`. The native decoder takes 1 ms for 8 MiB, a loop
 * with a table 10 to
 * 25. So text is passed to it unchanged, and rewritten to the standard alphabet only after a part failed to decode.
 */
export class ImageText {
  /** Bytes decoded so far. */
  bytes = 0
  mime: string | null = null
  pendingBytes = 0
  // Space for bytes that the caller has not taken yet, and for the next piece (24 KiB).
  #pending = Buffer.allocUnsafeSlow(2 * PIECE)
  /** The text so far, until it is clear whether it is a data URL; then null. */
  #head: string | null = ''
  /** The beginning of an escape whose end has not arrived yet. */
  #escape = ''
  /** Up to three characters that are decoded together with the next piece. */
  #group = ''
  #characters = 0
  #padded = false
  /** Whether a part was not standard base64. Then all later text is rewritten before it is decoded. */
  #irregular = false

  push(raw: string): void {
    const text = this.#unescape(this.#escape + raw)
    this.#decode(this.#head === null ? text : this.#afterHead(this.#head + text))
  }

  /** Decodes the rest at the end of the string. Throws FrameRefused if it is incomplete or empty. */
  finish(): void {
    if (this.#head !== null) this.#decode(this.#head)
    const group = standard(this.#group)
    if (this.#escape !== '' || group.includes('=')) throw badBase64()
    if (group !== '' && !this.#decodeGroups(group.padEnd(4, '='))) throw badBase64()
    if (this.bytes === 0) throw new FrameRefused('upload_failed', '/image_base64 is empty')
  }

  /** The decoded bytes that the caller has not taken yet. They are valid until the next push. */
  takePending(): Uint8Array {
    const taken = this.#pending.subarray(0, this.pendingBytes)
    this.pendingBytes = 0
    return taken
  }

  #unescape(text: string): string {
    this.#escape = ''
    if (!text.includes('\\')) return text
    return text.replace(/\\(u[0-9a-fA-F]{4}|u[0-9a-fA-F]{0,3}$|[\s\S]|$)/g, (match, sequence: string, at: number) => {
      if (sequence === '/') return '/'
      if (LINE_BREAKS.test(sequence)) return ''
      if (sequence.length === 5) return String.fromCharCode(Number.parseInt(sequence.slice(1), 16))
      if (at + match.length < text.length || (sequence !== '' && sequence[0] !== 'u')) return NOT_BASE64
      this.#escape = match
      return ''
    })
  }

  /** Returns the text after a data URL's head; '' while the head is incomplete. */
  #afterHead(head: string): string {
    this.#head = head
    const start = head.slice(0, 5).toLowerCase()
    if (start !== 'data:') {
      if ('data:'.startsWith(start)) return ''
      this.#head = null
      return head
    }
    const comma = head.indexOf(',')
    if ((comma < 0 ? head.length : comma) > DATA_URL_HEAD) throw badBase64()
    if (comma < 0) return ''
    const parts = DATA_URL.exec(head.slice(0, comma))
    if (!parts) throw badBase64()
    const mime = parts[1]?.toLowerCase() ?? null
    // image/jpg is common, but not a registered type.
    this.mime = mime === 'image/jpg' ? 'image/jpeg' : mime
    this.#head = null
    return head.slice(comma + 1)
  }

  #decode(more: string): void {
    const sent = this.#group + more
    const text = this.#irregular ? standard(sent) : sent
    const room = IMAGE_CHARACTERS - this.#characters
    const whole = Math.min(room, text.length - (text.length % 4))
    if (!this.#decodeGroups(text.slice(0, whole))) {
      if (this.#irregular) throw badBase64()
      this.#irregular = true
      this.#decode(more)
      return
    }
    this.#group = text.slice(whole)
    this.#characters += whole
    if (text.length > room || this.bytes > LIMITS.frameBytes) {
      throw new FrameRefused('frame_too_large', `/image_base64 holds more than ${LIMITS.frameBytes} bytes`)
    }
  }

  /** Decodes complete groups of four characters. False if the text is not standard base64. */
  #decodeGroups(text: string): boolean {
    if (text === '') return true
    if (this.#padded) return false
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
    const written = decodeStrictly(text, this.#pending.subarray(this.pendingBytes))
    // The decoder skips white space; then it wrote fewer bytes than the length of the text implies.
    if (written !== (text.length / 4) * 3 - padding) return false
    this.#padded = padding > 0
    this.pendingBytes += written
    this.bytes += written
    return true
  }
}

/** The number of bytes written; null if the text is not base64. */
function decodeStrictly(text: string, into: Uint8Array): number | null {
  try {
    return into.setFromBase64(text, { lastChunkHandling: 'strict' }).written
  } catch {
    return null
  }
}

function badBase64(): FrameRefused {
  return new FrameRefused('upload_failed', '/image_base64 is not base64')
}
