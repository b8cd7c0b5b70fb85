import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { type Config, ConfigError } from '../config.ts'
import { type LinkSigner, linkSigner } from './s3-link.ts'

export type S3Config = Pick<Config, 's3Endpoint' | 's3Region' | 's3PathStyle'> & {
  frameStore: NonNullable<Config['frameStore']>
}

/** What is listed of an object. */
export interface Listed {
  name: string
  modified: Date
}

/** How long the bucket may take to begin with an answer, an upload included, and to send the next bytes of an object to whoever reads it. */
const ANSWER_WITHIN_MS = 15_000
const NEXT_WITHIN_MS = 5 * 60_000
const CONNECT_WITHIN_MS = 3_000
/** A second try is worth it: S3 asks for one where it answers 500 or 503. */
const TRIES = 2

/** Readers and writers have sockets of their own, so that slow readers never keep a frame from being stored. */
const SOCKETS = 64

const SETTINGS_WRONG: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'the credentials may not list it (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not right',
  CredentialsProviderError: 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  PermanentRedirect: 'the bucket is in another region: see S3_REGION and S3_ENDPOINT',
  AuthorizationHeaderMalformed: 'the bucket is in another region: see S3_REGION',
}

/**
 * The objects under a prefix of a bucket. Every method throws the SDK's errors, within a time whatever the bucket does. The SDK is loaded here and nowhere else: it is 40 MB that a service with frames in files has no use for.
 */
export async function openBucket(config: S3Config) {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3')
  const { bucket: Bucket, prefix } = config.frameStore
  const common = (socketTimeout?: number): S3ClientConfig => ({
    region: config.s3Region,
    forcePathStyle: config.s3PathStyle,
    ...(config.s3Endpoint && { endpoint: config.s3Endpoint }),
    // Newer checksums are refused by many a server that is not Amazon's; uploads have Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    // It would write to the console what we say in our own log.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      ...(socketTimeout && { socketTimeout }),
      httpAgent: { maxSockets: SOCKETS },
      httpsAgent: { maxSockets: SOCKETS },
    },
  })
  const reading = new S3Client(common(NEXT_WITHIN_MS))
  const writing = new S3Client(common())
  const at = (name: string) => ({ Bucket, Key: prefix + name })

  return {
    /** Stores a file; when it returns, the bucket has it for good. */
    async put(name: string, path: string, type: string, cacheControl: string): Promise<void> {
      const { size } = await stat(path)
      const hash = createHash('md5')
      await pipeline(createReadStream(path), hash)
      const ContentMD5 = hash.digest('base64')
      const object = { ...at(name), ContentType: type, ContentLength: size, ContentMD5, CacheControl: cacheControl }
      await again(async () => {
        const Body = createReadStream(path)
        try {
          await writing.send(new PutObjectCommand({ ...object, Body }))
        } finally {
          Body.destroy()
        }
      })
    },

    /** A stream that is to be read or destroyed; null for what is not there. */
    async get(name: string): Promise<{ stream: Readable; bytes: number } | null> {
      const answer = await orNull(reading.send(new GetObjectCommand(at(name))))
      return answer && { stream: answer.Body as Readable, bytes: answer.ContentLength! }
    },

    /** Its length; null for what is not there. */
    async size(name: string): Promise<number | null> {
      return (await orNull(reading.send(new HeadObjectCommand(at(name)))))?.ContentLength ?? null
    },

    /** Removes an object, if it is there. */
    async remove(name: string): Promise<void> {
      await writing.send(new DeleteObjectCommand(at(name)))
    },

    /** The objects whose names begin so, at most 1,000 at a time, and what the bucket's clock says then. */
    async *list(start: string, most?: number): AsyncGenerator<{ objects: Listed[]; now: Date }> {
      let token: string | undefined
      do {
        const of = { Bucket, Prefix: prefix + start, MaxKeys: most, ContinuationToken: token }
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

    /** Makes addresses where anyone may fetch an object for a while. */
    links: (): Promise<LinkSigner> => linkSigner(reading, at('')),

    close(): void {
      reading.destroy()
      writing.destroy()
    },
  }
}

export type Bucket = Awaited<ReturnType<typeof openBucket>>

/**
 * Asks the bucket for one name. Throws a ConfigError where it says that the settings are wrong; gives why where it is only away,
 * which a service that starts must live with as one that runs, and null where all is well.
 */
export async function checkBucket(bucket: Bucket, { frameStore, s3Endpoint }: S3Config): Promise<string | null> {
  try {
    await bucket.list('', 1).next()
    return null
  } catch (error) {
    const { name, message } = error as Error
    const wrong = SETTINGS_WRONG[name]
    const at = s3Endpoint ? ` at ${s3Endpoint}` : ''
    if (wrong) throw new ConfigError([`FRAME_STORE s3://${frameStore.bucket}${at} cannot be used: ${wrong}`])
    return `${name}: ${message}`
  }
}

/**
 * Whether the bucket did not answer in time: then nothing else that is asked of it now is answered either. The SDK gives a connection
 * that was lost the same name.
 */
export const isSilence = (error: unknown): boolean => {
  const { name, code = '' } = error as NodeJS.ErrnoException
  return name === 'TimeoutError' && !['ECONNRESET', 'EPIPE'].includes(code)
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500

/** The SDK tries nothing again that is sent from a stream. Who waited in vain for an answer does not wait for it twice. */
async function again(work: () => Promise<void>): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || statusOf(error) < 500 || isSilence(error)) throw error
    }
  }
}

/** A bucket that is not there is no answer to what is in it. */
const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: Error) => {
    if (statusOf(error) === 404 && error.name !== 'NoSuchBucket') return null
    throw error
  })
