import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucket, type S3Config } from '../../cameras/stores/s3-bucket.ts'
import { readConfig } from '../../settings/config.ts'
import { type S3Server, startSwift } from './swift.ts'

export type S3Kind = 's3rver' | 'swift'

/** An empty bucket on a server of its own. */
export interface TestS3 {
  /** The settings of a service that keeps its frames there. */
  env: Record<'FRAME_STORE' | 'S3_ENDPOINT' | 'S3_PATH_STYLE', string>
  config: S3Config
  /** The names of all objects, as the store gives them. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Makes an object old; null for a server that does not let us. */
  age: ((name: string, at: Date) => Promise<void>) | null
  stop(): Promise<void>
}

const BUCKET = 'frames'
const PREFIX = 'some/boats'

/** The credentials are put where the SDK looks for them: into this process's environment. */
export async function startS3(kind: S3Kind): Promise<TestS3> {
  const server = await (kind === 'swift' ? startSwift() : startS3rver())
  process.env.AWS_ACCESS_KEY_ID = server.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = server.secretAccessKey
  const env = { FRAME_STORE: `s3://${BUCKET}/${PREFIX}`, S3_ENDPOINT: server.endpoint, S3_PATH_STYLE: 'true' }
  await createBucket(server.endpoint)
  const config = readConfig(env) as S3Config
  const bucket = await openBucket(config)
  const { age } = server
  return {
    env,
    config,
    async names() {
      const pages = await Array.fromAsync(bucket.list(''))
      return pages.flatMap(({ objects }) => objects.map(({ name }) => name))
    },
    remove: (name) => bucket.remove(name),
    age: age && ((name, at) => age(`${PREFIX}/${name}`, at)),
    async stop() {
      bucket.close()
      await server.stop()
    },
  }
}

async function createBucket(endpoint: string): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
}

interface S3rver {
  httpServer: { closeAllConnections(): void }
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

/** s3rver in this process: quick, and it checks signatures and their ends. */
async function startS3rver(): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    age: (key, at) => utimes(join(directory, BUCKET, `${key}._S3rver_object`), at, at),
    async stop() {
      const closed = server.close()
      server.httpServer.closeAllConnections()
      await closed
      await rm(directory, { recursive: true })
    },
  }
}
