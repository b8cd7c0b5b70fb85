import type { Config } from '../../settings/config.ts'
import { DiskFrameStore } from './disk-frame-store.ts'
import type { FrameStore } from './frame-store.ts'

type StoreConfig = Pick<Config, 'dataDir' | 'frameStore' | 's3Endpoint' | 's3Region' | 's3PathStyle'>
type Log = { warn(what: object, message: string): void }

/**
 * Opens the frame store that the settings name. Throws a ConfigError if the bucket rejects the settings. An unavailable bucket is only
 * logged. The S3 client is loaded only for a bucket.
 */
export async function openFrameStore({ dataDir, frameStore, ...s3 }: StoreConfig, log?: Log): Promise<FrameStore> {
  if (!frameStore) return new DiskFrameStore(dataDir)
  const { checkBucket, openBucket } = await import('./s3-bucket.ts')
  const { S3FrameStore } = await import('./s3-frame-store.ts')
  const config = { ...s3, frameStore }
  const bucket = await openBucket(config)
  const onFailure = oncePerSecond((reason) => log?.warn({ reason }, 'the bucket of FRAME_STORE cannot be used'))
  const unavailable = await checkBucket(bucket, config)
  if (unavailable) onFailure(new Error(unavailable))
  return new S3FrameStore(bucket, await bucket.links(), dataDir, onFailure)
}

const LOG_MS = 1_000

/** Logs at most one line a second. A line for each frame could fill the disk while the bucket is unavailable. */
function oncePerSecond(log: (reason: string) => void): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - last < LOG_MS) return
    last = performance.now()
    log(error.name === 'Error' ? error.message : `${error.name}: ${error.message}`)
  }
}
