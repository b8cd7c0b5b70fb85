import { randomBytes } from 'node:crypto'
import type { Reading } from '../../packages/onboard/src/readings/reading.ts'
import { isoTime, lineParts, StampedText, telemetryParts } from './bodies.ts'

const COUNTER_DIGITS = 16

/** Counts every request of this process: an Idempotency-Key that is made of it never comes twice. */
let sent = 0

/** A complete HTTP request with readings, made beforehand and changed in place: its times, and its Idempotency-Key if it has one. */
export class StampedRequest {
  readonly #text: StampedText
  readonly #counterAt: number

  constructor(lines: string[], parts: (string | number)[], format: (ms: number) => string, idempotencyKey?: string) {
    const length = new StampedText(parts, format).bytes.length
    const head = [...lines, `Content-Length: ${length}`, '', ''].join('\r\n')
    this.#text = new StampedText([head, ...parts], format)
    this.#counterAt = idempotencyKey === undefined ? -1 : head.indexOf(idempotencyKey)
  }

  /** The bytes to send, of which the first reading is from `time`, ms since 1970; good until this is called again. */
  at(time: number): Buffer {
    this.#text.stamp(time)
    if (this.#counterAt > 0) {
      const counter = String(++sent).padStart(COUNTER_DIGITS, '0')
      this.#text.bytes.write(counter, this.#counterAt, 'latin1')
    }
    return this.#text.bytes
  }
}

/** What an onboard device posts, with an Idempotency-Key of sixty-four digits as the onboard programs send. */
export function telemetryRequest(port: number, key: string, readings: Reading[]): StampedRequest {
  const idempotencyKey = randomBytes(32).toString('hex')
  const lines = [
    'POST /v1/telemetry HTTP/1.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${idempotencyKey}`,
    `Host: 127.0.0.1:${port}`,
  ]
  return new StampedRequest(lines, telemetryParts(readings), isoTime, idempotencyKey)
}

/** The same readings for InfluxDB. */
export function linesRequest(port: number, vessel: string, readings: Reading[]): StampedRequest {
  const lines = ['POST /write?db=bench&precision=ms HTTP/1.1', 'Content-Type: text/plain', `Host: 127.0.0.1:${port}`]
  return new StampedRequest(lines, lineParts(readings, vessel), String)
}

/** Status and whether the whole answer has come. Only what these servers send: a Content-Length, or 204 without a body. */
export function readAnswer(text: string): { status: string; complete: boolean } {
  const end = text.indexOf('\r\n\r\n')
  const status = text.slice(9, 12)
  if (end < 0) return { status, complete: false }
  const length = /\r\ncontent-length: (\d+)/i.exec(text)
  if (!length && status !== '204') throw new Error(`an answer without Content-Length:\n${text}`)
  return { status, complete: text.length >= end + 4 + Number(length?.[1] ?? 0) }
}
