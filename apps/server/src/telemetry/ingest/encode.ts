import { LIMITS, metricBit } from '@binnacle/contract'
import { parseInstant } from '../../http/values/instant.ts'
import { BEFORE, END, type Encoded } from '../batch-format.ts'

/**
 * Encodes a telemetry body in one pass over its bytes, if it has the form that onboard devices send: `{"readings":[{...},...]}`
 * without white space, each reading with the known fields only, in any order, none twice, texts without escapes, and nothing that
 * is rejected. Null for any other, also for what is not JSON: encode-any.ts then decides. The body must be UTF-8.
 *
 * A batch of 200 readings takes a third of what JSON.parse and a check of each reading take: bytes are copied, and a text is made
 * of a metric only when its series is new in the batch, and of a time only when it differs from the one before.
 */
export function encode(body: Buffer, now: number): Encoded | null {
  return new Encoder(body, now).run()
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))

const START = bytesOf('{"readings":[')
const NULL = bytesOf('null')

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const BACKSLASH = 92
const OPEN = 123
const CLOSE = 125

/** Where the fields of a reading stand: start and end in the body of each; end 0 for one that is absent or null. */
const METRIC = 0
const VALUE = 2
const TEXT_VALUE = 4
const UNIT = 6
const INSTANCE = 8
const RECORDED_AT = 10
const SPANS = 12

interface Field {
  key: Uint8Array
  span: number
  isNumber: boolean
  /** Bytes, which are at least as many as characters: a longer text may still fit, and is left to encode-any.ts. */
  maxBytes: number
}

const field = (name: string, span: number, maxBytes: number, isNumber = false): Field => ({
  key: bytesOf(`"${name}":`),
  span,
  isNumber,
  maxBytes,
})

/** By the second byte of the key, its first letter: no two share one. */
const FIELDS: (Field | undefined)[] = []
for (const known of [
  field('metric', METRIC, 40),
  // No double with fewer digits before its point is infinite.
  field('value', VALUE, 300, true),
  field('text_value', TEXT_VALUE, LIMITS.readingText.text_value),
  field('unit', UNIT, LIMITS.readingText.unit),
  field('instance', INSTANCE, LIMITS.readingText.instance),
  field('recorded_at', RECORDED_AT, 60),
])
  FIELDS[known.key[1]!] = known

const ENGINE_HOURS = metricBit('engine_hours')

/**
 * A part of the encoded batch under way, bytes: its items, each with a comma behind it. Encoding is done before anything else
 * gets its turn, so that all batches share the parts.
 */
class Part {
  readonly before: Uint8Array
  // No part is longer than the body: what is left out of a reading is longer than what is put in.
  readonly bytes = Buffer.allocUnsafeSlow(LIMITS.telemetryBytes)
  end = 0

  constructor(before: string) {
    this.before = bytesOf(before)
  }

  byte(byte: number): void {
    this.bytes[this.end++] = byte
  }

  copy(from: Uint8Array, start: number, end: number): void {
    let to = this.end
    for (let at = start; at < end; at++) this.bytes[to++] = from[at]!
    this.bytes[to++] = COMMA
    this.end = to
  }

  /** A whole number below 1000. */
  number(number: number): void {
    if (number >= 100) this.byte(ZERO + Math.floor(number / 100))
    if (number >= 10) this.byte(ZERO + (Math.floor(number / 10) % 10))
    this.byte(ZERO + (number % 10))
    this.byte(COMMA)
  }

  null(): void {
    this.copy(NULL, 0, NULL.length)
  }
}

/** In their order. */
const parts = {
  series: new Part(BEFORE.series),
  of: new Part(BEFORE.of),
  times: new Part(BEFORE.times),
  at: new Part(BEFORE.at),
  texts: new Part(BEFORE.texts),
  values: new Part(BEFORE.values),
}
const LAST = bytesOf(END)

/** Where the fields of the reading under way stand; and those of the first reading of each series, SPANS a series. */
const spans = new Int32Array(SPANS)
const seriesSpans = new Int32Array(LIMITS.readingsPerRequest * SPANS)
const seriesBits = new Int32Array(LIMITS.readingsPerRequest)

class Encoder {
  readonly #body: Buffer
  /** The body with a character for each byte: to cut texts from it takes a tenth of decoding each. */
  readonly #bytes: string
  readonly #now: number
  readonly #hours: Encoded['hours'] = []
  #readings = 0
  #seriesCount = 0
  #timesCount = 0
  #hasText = false
  /** The series that is likely to come next: an onboard device sends them in one order, sample by sample. */
  #next = 0
  #metrics = 0
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  #everyTimeSent = true
  #timeMs = Number.NaN
  #timeStart = 0
  #timeEnd = 0

  constructor(body: Buffer, now: number) {
    this.#body = body
    this.#bytes = body.toString('latin1')
    this.#now = now
    for (const part of Object.values(parts)) part.end = 0
  }

  run(): Encoded | null {
    const body = this.#body
    const last = body.length - 2
    if (!matches(body, 0, START) || body[last] !== CLOSE_ARRAY || body[last + 1] !== CLOSE) return null
    for (let at = START.length; this.#readings < LIMITS.readingsPerRequest; at++) {
      at = this.#reading(at)
      if (at < 0) return null
      if (at === last) return this.#encoded()
      if (body[at] !== COMMA) return null
    }
    return null
  }

  #encoded(): Encoded {
    return {
      body: joined(this.#hasText),
      accepted: this.#readings,
      metrics: this.#metrics,
      firstMs: this.#first,
      lastMs: this.#last,
      everyTimeSent: this.#everyTimeSent,
      hours: this.#hours,
    }
  }

  /** Encodes the reading that begins here; gives the place behind it, or -1 for one that is not of the usual form. */
  #reading(start: number): number {
    const end = this.#fields(start)
    if (end < 0 || spans[METRIC + 1] === 0 || (spans[VALUE + 1] === 0 && spans[TEXT_VALUE + 1] === 0)) return -1
    const series = this.#series()
    if (series < 0) return -1
    const ms = this.#time()
    if (Number.isNaN(ms)) return -1
    this.#readings++
    parts.of.number(series)
    if (ms < this.#first) this.#first = ms
    if (ms > this.#last) this.#last = ms
    this.#value()
    if (seriesBits[series] === ENGINE_HOURS && spans[VALUE + 1] !== 0) {
      const unit = spans[UNIT + 1] === 0 ? null : this.#body.toString('utf8', spans[UNIT], spans[UNIT + 1])
      this.#hours.push({ digits: this.#text(VALUE), unit, ms })
    }
    return end
  }

  /** Finds the fields of a reading. */
  #fields(start: number): number {
    const body = this.#body
    spans.fill(0)
    if (body[start] !== OPEN) return -1
    for (let at = start + 1; ; at++) {
      const known = FIELDS[body[at + 1]!]
      if (known === undefined || !matches(body, at, known.key) || spans[known.span] !== 0) return -1
      const from = at + known.key.length
      let to: number
      if (known.isNumber) to = endOfNumber(body, from)
      else if (body[from] === QUOTE) to = endOfText(body, from + 1)
      else to = -1
      if (to > 0) {
        if (to - from > known.maxBytes) return -1
        spans[known.span] = known.isNumber ? from : from + 1
        spans[known.span + 1] = to
        at = known.isNumber ? to : to + 1
      } else {
        // A null is as if the field were absent; but a second one is a mistake, and so is a null metric. A null time is left to
        // encode-any.ts.
        if (!matches(body, from, NULL) || known.span === METRIC || known.span === RECORDED_AT) return -1
        spans[known.span] = from
        at = from + NULL.length
      }
      if (body[at] === CLOSE) return at + 1
      if (body[at] !== COMMA) return -1
    }
  }

  /** Which series the reading is of, a new one if need be; -1 for an unknown metric. */
  #series(): number {
    const count = this.#seriesCount
    let series = this.#next
    if (series >= count || !this.#isOf(series)) {
      series = 0
      while (series < count && !this.#isOf(series)) series++
    }
    if (series === count) {
      const bit = metricBit(this.#text(METRIC))
      if (bit === 0) return -1
      this.#metrics |= bit
      seriesBits[count] = bit
      seriesSpans.set(spans, count * SPANS)
      this.#seriesCount++
      parts.series.byte(OPEN_ARRAY)
      this.#quote(parts.series, METRIC)
      this.#quote(parts.series, UNIT)
      this.#quote(parts.series, INSTANCE)
      parts.series.bytes[parts.series.end - 1] = CLOSE_ARRAY
      parts.series.byte(COMMA)
    }
    this.#next = series + 1 < this.#seriesCount ? series + 1 : 0
    return series
  }

  #isOf(series: number): boolean {
    const first = series * SPANS
    return this.#same(first, METRIC) && this.#same(first, UNIT) && this.#same(first, INSTANCE)
  }

  #same(first: number, span: number): boolean {
    const [start, end] = [seriesSpans[first + span]!, seriesSpans[first + span + 1]!]
    // The place of an absent field says whether it was null, which makes no difference.
    if (spans[span + 1] === 0 || end === 0) return spans[span + 1] === end
    return sameBytes(this.#body, spans[span]!, spans[span + 1]!, start, end)
  }

  /** The reading's time, ms, not after now; NaN for one that is none. */
  #time(): number {
    const start = spans[RECORDED_AT]!
    const end = spans[RECORDED_AT + 1]!
    if (end === 0) {
      this.#everyTimeSent = false
      parts.at.null()
      return this.#now
    }
    if (this.#timeEnd === 0 || !sameBytes(this.#body, start, end, this.#timeStart, this.#timeEnd)) {
      this.#timeMs = parseInstant(this.#text(RECORDED_AT))
      this.#quote(parts.times, RECORDED_AT)
      this.#timesCount++
      this.#timeStart = start
      this.#timeEnd = end
    }
    parts.at.number(this.#timesCount - 1)
    // A reading from the future sorts by its arrival, or a wrong clock would hide all that comes after it.
    return this.#timeMs > this.#now ? this.#now : this.#timeMs
  }

  #value(): void {
    if (spans[VALUE + 1] === 0) parts.values.null()
    else parts.values.copy(this.#body, spans[VALUE]!, spans[VALUE + 1]!)
    if (spans[TEXT_VALUE + 1] !== 0) this.#hasText = true
    this.#quote(parts.texts, TEXT_VALUE)
  }

  /** A field's text, a character for each byte. */
  #text(span: number): string {
    return this.#bytes.slice(spans[span], spans[span + 1])
  }

  /** Puts a field's text, or null. */
  #quote(part: Part, span: number): void {
    if (spans[span + 1] === 0) part.null()
    else part.copy(this.#body, spans[span]! - 1, spans[span + 1]! + 1)
  }
}

/** The parts as one, without the last comma of each. */
function joined(hasText: boolean): Buffer {
  const used = Object.values(parts).filter((part) => part !== parts.texts || hasText)
  const pieces = used.flatMap(({ before, bytes, end }) => [before, bytes.subarray(0, Math.max(0, end - 1))])
  return Buffer.concat([...pieces, LAST])
}

function matches(body: Uint8Array, at: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (body[at + i] !== bytes[i]) return false
  return true
}

function sameBytes(body: Uint8Array, start: number, end: number, other: number, otherEnd: number): boolean {
  if (end - start !== otherEnd - other) return false
  for (let at = start, to = other; at < end; at++, to++) if (body[at] !== body[to]) return false
  return true
}

/** The place of the closing quote; -1 where the text has an escape, a control character or no end. */
function endOfText(body: Uint8Array, start: number): number {
  for (let at = start; ; at++) {
    const byte = body[at]!
    if (byte === QUOTE) return at
    // Behind the end every comparison is false.
    if (!(byte >= 32) || byte === BACKSLASH) return -1
  }
}

const isDigit = (byte: number | undefined) => byte! >= ZERO && byte! <= NINE

/** The place behind a JSON number without an exponent; -1 for anything else. */
function endOfNumber(body: Uint8Array, start: number): number {
  let at = body[start] === MINUS ? start + 1 : start
  if (!isDigit(body[at])) return -1
  if (body[at] === ZERO) at++
  else while (isDigit(body[at])) at++
  if (body[at] === DOT) {
    if (!isDigit(body[++at])) return -1
    while (isDigit(body[at])) at++
  }
  return body[at] === COMMA || body[at] === CLOSE ? at : -1
}
