import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { type Config, ConfigError } from '../../settings/config.ts'
import { type LinkSigner, linkSigner } from './s3-link.ts'

export type S3Config = Pick<Config, 's3Endpoint' | 's3Region' | 's3PathStyle'> & {
  frameStore: NonNullable<Config['frameStore']>
}

/** An object in a listing. */
export interface Listed {
  name: string
  modified: Date
}

/** Timeout from the start of a request, uploads included, to the start of its answer. */
const ANSWER_TIMEOUT_MS = 15_000
/** Timeout between two parts of an object that is read. It is long, because clients may read slowly. */
const READ_TIMEOUT_MS = 5 * 60_000
const CONNECT_TIMEOUT_MS = 3_000
/** S3 asks clients to retry after 500 and 503. */
const MAX_ATTEMPTS = 2

/** Readers and writers have 64 sockets each, so that slow readers cannot block the storing of frames. */
const SOCKETS = 64

const SETTINGS_ERRORS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'the credentials may not list it (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not right',
  CredentialsProviderError: 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: 'the bucket is in another region: see S3_REGION and S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'the bucket is in another region: see S3_REGION',
}

/**
 * The objects under a prefix of a bucket. Every method has a timeout and throws the SDK's errors.
 * The SDK is loaded only here, because it takes 40 MB that a service with frames in files does not need.
 */
export async function openBucket(config: S3Config) {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const { bucket: Bucket, prefix } = config.frameStore
  const common = (socketTimeout?: number): S3ClientConfig => ({
    region: config.s3Region,
    forcePathStyle: config.s3PathStyle,
    ...(config.s3Endpoint && { endpoint: config.s3Endpoint }),
    // Many other S3 servers refuse the newer checksums. Uploads have Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // Our own log reports failures; the SDK would write them to the console as well.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      ...(socketTimeout && { socketTimeout }),
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  })
  const reading = new S3Client(common(READ_TIMEOUT_MS))
  const writing = new S3Client(common())
  const at = (name: string) => ({ Bucket, Key: prefix + name })

  return {
    /** Stores a file durably. */
    async put(name: string, path: string, type: string, cacheControl: string): Promise<void> {
      const { size } = await stat(path)
      const hash = createHash('md5')
      await pipeline(createReadStream(path), hash)
      const ContentMD5 = hash.digest('base64')
      const object = { ...at(name), ContentType: type, ContentLength: size, ContentMD5, CacheControl: cacheControl }
      await withRetry(async () => {
        const Body = createReadStream(path)
        try {
          await writing.send(new PutObjectCommand({ ...object, Body }))
        } finally {
          Body.destroy()
        }
      })
    },

    /** A stream, which the caller must read or destroy; undefined if there is no such object. */
    async get(name: string): Promise<{ stream: Readable; bytes: number } | undefined> {
      const answer = await orUndefined(reading.send(new GetObjectCommand(at(name))))
      return answer && { stream: answer.Body as Readable, bytes: answer.ContentLength! }
    },

    /** The length of an object, bytes; undefined if it does not exist. */
    async size(name: string): Promise<number | undefined> {
      return (await orUndefined(reading.send(new HeadObjectCommand(at(name)))))?.ContentLength
    },

    /** Removes an object, if it exists. */
    async remove(name: string): Promise<void> {
      await writing.send(new DeleteObjectCommand(at(name)))
    },

    /** The objects whose names begin with `start`, at most 1,000 at a time, and the time by the bucket's clock. */
    async *list(start: string, limit?: number): AsyncGenerator<{ objects: Listed[]; now: Date }> {
      let token: string | undefined
      do {
        const of = { Bucket, Prefix: prefix + start, MaxKeys: limit, ContinuationToken: token }
        const command = new ListObjectsV2Command(of)
        let now = new Date()
        command.middlewareStack.add(
          (next) => async (args) => {
            const result = await next(args)
            const { headers } = result.response as { headers: Record<string, string> }
            if (headers.date) now = new Date(headers.date)
            return result
          },
          { step: 'deserialize', name: 'bucketsClock' },
        )
        const page = await reading.send(command)
        const objects = (page.Contents ?? []).map(({ Key, LastModified }) => {
          return { name: Key!.slice(prefix.length), modified: LastModified! }
        })
        yield { objects, now }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (token)
    },

    /** Makes links from which anyone may fetch an object for 30 minutes. */
    links: (): Promise<LinkSigner> => linkSigner(reading, at('')),

    close(): void {
      reading.destroy()
      writing.destroy()
    },
  }
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>

/**
 * Lists one name of the bucket. Throws a ConfigError if the bucket rejects the settings. Returns null, or the reason why the bucket is
 * unavailable, which does not stop the start.
 */
export async function checkBucket(bucket: Bucket, { frameStore, s3Endpoint }: S3Config): Promise<string | null> {
  try {
    await bucket.list('', 1).next()
    return null
  } catch (error) {
    const { name, message } = error as Error
    const wrong = SETTINGS_ERRORS[name]
    const at = s3Endpoint ? ` at ${s3Endpoint}` : ''
    if (wrong) throw new ConfigError([`FRAME_STORE s3://${frameStore.bucket}${at} cannot be used: ${wrong}`])
    return `${name}: ${message}`
  }
}

/**
 * Whether the bucket did not answer in time. Then a retry is useless. The SDK also uses this error name for a lost connection, which
 * does not count.
 */
export const isSilence = (error: unknown): boolean => {
  const { name, code = '' } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' && !['ECONNRESET', 'EPIPE'].includes(code)
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500

/** Retries an upload, because the SDK does not retry streams. There is no retry after a timeout. */
async function withRetry(work: () => Promise<void>): Promise<void> {
  for (let left = MAX_ATTEMPTS; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || statusOf(error) < 500 || isSilence(error)) throw error
    }
  }
}

/** undefined for an object that does not exist; a bucket that does not exist is an error. */
const orUndefined = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: Error) => {
    if (statusOf(error) === 404 && error.name !== 'NoSuchBucket') return undefined
    throw error
  })
