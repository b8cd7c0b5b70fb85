import type { Config } from '../config.ts'
import { DiskFrameStore } from './disk-frame-store.ts'
import type { FrameStore } from './frame-store.ts'

type StoreConfig = Pick<Config, 'dataDir' | 'frameStore' | 's3Endpoint' | 's3Region' | 's3PathStyle'>
type Log = { warn(what: object, message: string): void }

/**
 * The store of frames that the settings name. Throws a ConfigError where a bucket says that they are wrong; one that is only away is
 * told to the log, and is there again when it is. The parts of a bucket are loaded for a bucket only.
 */
export async function openFrameStore({ dataDir, frameStore, ...s3 }: StoreConfig, log?: Log): Promise<FrameStore> {
  if (!frameStore) return new DiskFrameStore(dataDir)
  const { checkBucket, openBucket } = await import('./s3-bucket.ts')
  const { S3FrameStore } = await import('./s3-frame-store.ts')
  const config = { ...s3, frameStore }
  const bucket = await openBucket(config)
  const onFailure = oncePerSecond((reason) => log?.warn({ reason }, 'the bucket of FRAME_STORE cannot be used'))
  const away = await checkBucket(bucket, config)
  if (away) onFailure(new Error(away))
  return new S3FrameStore(bucket, await bucket.links(), dataDir, onFailure)
}

const LOG_MS = 1_000

/** Not a line for each frame: a busy service whose bucket is away would fill the disk with them. */
function oncePerSecond(tell: (reason: string) => void): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - last < LOG_MS) return
    last = performance.now()
    tell(error.name === 'Error' ? error.message : `${error.name}: ${error.message}`)
  }
}
