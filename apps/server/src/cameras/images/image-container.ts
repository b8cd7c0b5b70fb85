import type { FrameMime } from '@binnacle/contract'

/**
 * A fault of a file outside its pixels. damaged: truncated or malformed; animated: several pictures; foreign: data of another
 * format after the picture.
 */
type ContainerFault = 'damaged' | 'animated' | 'foreign'

/**
 * libjpeg decodes the whole picture once per scan. Encoders write about ten scans; a decompression bomb has thousands in a few
 * kilobytes.
 */
const MAX_JPEG_SCANS = 100

/** Maximum of extra bytes that camera firmware may leave after the picture. */
const MAX_VENDOR_TAIL = 1024

/** Signatures of formats that attackers hide after pictures. */
const OTHER_FORMAT =
  /PK\x03\x04|PK\x05\x06|%PDF|GIF8|Rar!|7z\xbc\xaf|ftyp|RIFF|\x89PNG|\xff\xd8\xff|<(?:!|\?|\/?(?:html|head|body|script|style|svg|iframe|img|form|meta|link|object|embed)\b)/i

/** The type by a file's first 12 bytes; null for any other format. */
export function mimeByContent(start: Buffer): FrameMime | null {
  const text = start.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  return null
}

/**
 * Checks a whole file of a known type for faults that a decoder ignores: a missing end, animation, and data after the picture.
 * Null if there are none.
 *
 * After the picture, a file may contain
 * - padding of any length (00, FF, line ends, spaces): a Raspberry Pi's encoder adds up to four bytes, OpenMV's thousands;
 * - more complete JPEGs, if the first one announces them (MPF: previews of action cameras, gain maps of phones);
 * - up to 1 KiB of other data without the signature of another format: Dahua's doorbells add `dhav` and four bytes
 *   (rroller/dahua#658), ESP32 cameras up to 513 bytes of old memory (espressif/esp32-camera#162).
 * Anything else makes the file foreign. Pictures are served unchanged, with their own type and nosniff.
 */
export function containerFault(mime: FrameMime, file: Buffer): ContainerFault | null {
  const end = mime === 'image/jpeg' ? jpegEnd(file) : mime === 'image/png' ? pngEnd(file) : webpEnd(file)
  if (typeof end !== 'number') return end
  const tail = file.subarray(afterPadding(file, end))
  return tail.length > MAX_VENDOR_TAIL || OTHER_FORMAT.test(tail.toString('latin1')) ? 'foreign' : null
}

function afterPadding(file: Buffer, from: number): number {
  let at = from
  while (isPadding(file[at]) && !isJpegStart(file, at)) at++
  return at
}

function isPadding(byte: number | undefined): boolean {
  return byte === 0x00 || byte === 0xff || byte === 0x0a || byte === 0x0d || byte === 0x20
}

function isJpegStart(file: Buffer, at: number): boolean {
  return file[at] === 0xff && file[at + 1] === 0xd8 && file[at + 2] === 0xff
}

function jpegEnd(file: Buffer): number | ContainerFault {
  const first = jpegStreamEnd(file, 0)
  if (first === null) return 'damaged'
  let end = first.end
  if (!first.multiPicture) return end
  for (let next = afterPadding(file, end); isJpegStart(file, next); next = afterPadding(file, end)) {
    const stream = jpegStreamEnd(file, next)
    if (stream === null) return 'damaged'
    end = stream.end
  }
  return end
}

/**
 * Follows the markers up to EOI (ITU-T T.81, annex B). Between markers are entropy-coded data, or "extraneous bytes", which webcams
 * send and libjpeg skips. Null if there is no EOI, or if there are too many scans.
 */
function jpegStreamEnd(file: Buffer, start: number): { end: number; multiPicture: boolean } | null {
  let multiPicture = false
  let scans = 0
  for (let at = file.indexOf(0xff, start + 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (marker === 0xd9) return { end: at + 2, multiPicture }
    else {
      if ((marker === 0xda && ++scans > MAX_JPEG_SCANS) || at + 4 > file.length) return null
      multiPicture ||= marker === 0xe2 && file.toString('latin1', at + 4, at + 8) === 'MPF\0'
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return null
}

/** W3C PNG, "Chunk layout"; acTL makes it an APNG. */
function pngEnd(file: Buffer): number | ContainerFault {
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return 'animated'
    if (type === 'IEND') return at + 12
  }
  return 'damaged'
}

/** WebP container specification, "Extended file format": bit 1 of VP8X's flags is animation. */
function webpEnd(file: Buffer): number | ContainerFault {
  const end = 8 + file.readUInt32LE(4)
  if (end > file.length) return 'damaged'
  const extended = file.toString('latin1', 12, 16) === 'VP8X'
  return extended && (file[20]! & 0b10) !== 0 ? 'animated' : end
}
