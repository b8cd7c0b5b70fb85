import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@binnacle/contract'
import { ApiError, invalid } from '../errors.ts'

/** 415 unless the body is plain UTF-8 JSON. */
export function requireJson(headers: IncomingMessage['headers']): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charsets = parameters.map((p) => p.trim()).filter((p) => p.startsWith('charset='))
  const utf8 = charsets.every((p) => /^charset="?utf-?8"?$/.test(p))
  if (type.trim() !== 'application/json' || !utf8) throw new ApiError('unsupported_media_type')
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new ApiError('unsupported_media_type')
}

const endedEarly = () => invalid('the body must not end early')

/** The answer to a slow body is there within LIMITS.bodySeconds: half a second is left for the caller's look-up. */
const BODY_MS = LIMITS.bodySeconds * 1000 - 500

/**
 * The whole body, for routes whose bodies are small. Throws body_too_large past `limit` bytes and request_timeout when it
 * has not ended in time. The request is left as it is, so that the error can still be answered.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new ApiError('body_too_large')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    const fail = (error: ApiError) => {
      clearTimeout(timer)
      request.off('data', onData).pause()
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) fail(new ApiError('body_too_large'))
      else chunks.push(chunk)
    }
    const onEnd = () => {
      clearTimeout(timer)
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    }
    const onClose = () => {
      if (!request.complete) fail(endedEarly())
    }
    const timer = setTimeout(() => fail(new ApiError('request_timeout')), BODY_MS)
    request.on('data', onData).once('end', onEnd).once('error', onClose).once('close', onClose)
  })
}

/**
 * A large body may take longer than LIMITS.bodySeconds while it arrives at this rate or more, bytes a second: large frames, slow
 * uplinks.
 */
const SLOWEST_RATE = 16 * 1024

/**
 * A large body as it arrives. Throws body_too_large past `limit` bytes, invalid_request for one whose sender is gone, and
 * request_timeout for one that stalls or drips:
 * after LIMITS.bodySeconds it must have come at SLOWEST_RATE all along.
 */
export async function* bodyChunks(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  const started = performance.now()
  let received = 0
  const slow = Promise.withResolvers<never>()
  slow.promise.catch(() => {})
  const watch = setInterval(() => {
    const seconds = (performance.now() - started) / 1000
    if (seconds >= LIMITS.bodySeconds - 1 && received < seconds * SLOWEST_RATE)
      slow.reject(new ApiError('request_timeout'))
  }, 1000)
  const chunks = request.iterator({ destroyOnReturn: false })
  // Of the sender's connection: its end is known before what it sent last is read.
  const fail = (): never => {
    throw endedEarly()
  }
  try {
    for (;;) {
      const next = await Promise.race([chunks.next().catch(fail), slow.promise])
      if (next.done) return
      received += next.value.length
      if (received > limit) throw new ApiError('body_too_large')
      yield next.value
    }
  } finally {
    clearInterval(watch)
    // Otherwise the iterator keeps waiting for chunks, and the rest of a refused body is never read.
    void chunks.return?.()
  }
}
