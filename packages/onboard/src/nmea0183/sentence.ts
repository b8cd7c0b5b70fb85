/** A sentence with its fields as text; an empty field is ''. */
export interface Sentence {
  /** The device's kind: GP, II, SD; P for a maker's own sentences. */
  talker: string
  /** What it says: RMC, DBT; for a maker's own the rest of its address (BVE of $PBVE). */
  formatter: string
  fields: string[]
  /** The sentence without what stood before it, as it was sent. */
  text: string
}

export interface SentenceOptions {
  /** Whether a sentence without a checksum is refused; a wrong one always is. Old instruments send none. */
  requireChecksum?: boolean
}

// From the address to the last field, of any printable characters but *; then two hexadecimal digits, where the sender gives a
// checksum.
const SENTENCE = /^\$(P|[A-Z]{2})([A-Z0-9]{3,5}),([ -)+-~]*)(?:\*([0-9A-F]{2}))?$/i

/**
 * Reads one line of NMEA 0183; undefined for anything that is no sentence or whose checksum is wrong. A sentence begins at
 * the line's last $: before it stands a tag block, or a sentence that lost its end.
 */
export function readSentence(line: string, { requireChecksum = false }: SentenceOptions = {}): Sentence | undefined {
  const text = line.slice(line.lastIndexOf('$')).trimEnd()
  const [, talker, formatter, list, checksum] = SENTENCE.exec(text) ?? []
  if (talker === undefined || formatter === undefined || list === undefined) return undefined
  if (checksum === undefined ? requireChecksum : Number.parseInt(checksum, 16) !== checksumOf(text)) return undefined
  return {
    talker: talker.toUpperCase(),
    formatter: formatter.toUpperCase(),
    fields: list.split(','),
    text,
  }
}

/** All characters between $ and * in exclusive or. Source: NMEA 0183, 5.3.1. */
export function checksumOf(text: string): number {
  let sum = 0
  for (const character of text.slice(1).split('*', 1)[0] ?? '') sum ^= character.charCodeAt(0)
  return sum
}
