import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import { makeAuth } from '../../server/src/accounts/sign-in/auth.ts'
import { findCameraByLabel } from '../../server/src/cameras/sql.ts'
import { openFrameStore } from '../../server/src/cameras/stores/open-frame-store.ts'
import { findDevice } from '../../server/src/connections/sql.ts'
import { blameDisk } from '../../server/src/db/blame-disk.ts'
import type { Db } from '../../server/src/db/database.ts'
import { lockDataDir } from '../../server/src/db/embedded/data-dir-lock.ts'
import { openDatabase } from '../../server/src/db/open-database.ts'
import { hashKey } from '../../server/src/http/values/key.ts'
import { OperatorError } from '../../server/src/process/operator-error.ts'
import type { Config } from '../../server/src/settings/config.ts'
import { authKey, installationSecrets } from '../../server/src/settings/secret.ts'
import { makeDataDir, unusableDataDir } from '../../server/src/start.ts'
import { DEMO_BOATS, type DemoBoat, type DemoCamera } from './boats.ts'
import { CAMERA_PROVIDER, connectionName, type DemoKeys, makeKeys, readKeys, writeKeys } from './keys.ts'
import { seed, takePictures } from './seed.ts'

/** A boat of the demo as it is when the service starts. */
export interface BoatNow {
  boat: DemoBoat
  vesselId: string
  /** Whole hours. */
  meter: number
  deviceKey: string
  cameraKey: string
  /** Without those that their owner has deleted. */
  cameras: { camera: DemoCamera; id: string }[]
}

export interface Demo {
  keys: DemoKeys
  /** Without those that their owner has deleted. */
  boats: BoatNow[]
  /** The shared dossier's token; null when its owner has revoked it. */
  shareToken: string | null
}

/**
 * Makes sure that DATA_DIR holds the demo. `onMaking` is called before the history is written, which takes some seconds.
 * Refuses a folder with another service in it.
 */
export async function prepareDemo(config: Config, log: Logger, now: Date, onMaking: () => void): Promise<Demo> {
  const { dataDir } = config
  const made = await readKeys(dataDir).catch((error) => {
    throw unusableDataDir(error)
  })
  if (made === null) {
    const files = await readdir(dataDir).catch(() => [])
    if (files.length > 0)
      throw new OperatorError(
        `${dataDir} belongs to a service that is no demo. Choose another folder: DATA_DIR=./my-demo`,
      )
    onMaking()
    return makeDemo(config, log, now)
  }
  const database = await openDatabase(config)
  try {
    return await readDemo(database.db, made)
  } finally {
    await database.close()
  }
}

/** In a folder beside DATA_DIR, which gets its name when all is written: what a stop in the middle leaves is never used. */
async function makeDemo(config: Config, log: Logger, now: Date): Promise<Demo> {
  const dataDir = `${config.dataDir}.new`
  const fresh = { ...config, dataDir }
  try {
    await makeDataDir(dataDir)
    // Another demo may be writing it at this moment.
    lockDataDir(dataDir)()
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw unusableDataDir(error as Error)
  }
  const demo = await blameDisk(fresh, writeDemo(fresh, log, now))
  await rename(dataDir, config.dataDir)
  return demo
}

async function writeDemo(fresh: Config, log: Logger, now: Date): Promise<Demo> {
  const ended = new AbortController()
  // They take the longest, in a process of their own: from now on, while the database is opened.
  const pictures = takePictures(now, ended.signal)
  try {
    return await seedDemo(fresh, log, pictures, now)
  } finally {
    ended.abort()
  }
}

async function seedDemo(fresh: Config, log: Logger, pictures: Promise<Buffer[]>, now: Date): Promise<Demo> {
  const database = await openDatabase(fresh)
  const store = await openFrameStore(fresh)
  try {
    const secret = authKey((await installationSecrets(fresh)).current)
    const keys = makeKeys()
    await seed(database, store, makeAuth(database.db, { ...fresh, secret }, log), keys, pictures, now)
    await writeKeys(fresh.dataDir, keys)
    return await readDemo(database.db, keys)
  } finally {
    store.close()
    await database.close()
  }
}

async function readDemo(db: Db, keys: DemoKeys): Promise<Demo> {
  const boats: BoatNow[] = []
  for (const boat of DEMO_BOATS) {
    const [deviceKey, cameraKey] = [boat.provider, CAMERA_PROVIDER].map(
      (provider) => keys.connections[connectionName(boat.vessel.name, provider)]!,
    ) as [string, string]
    const vesselId = ((await findDevice(db, hashKey(deviceKey))) ?? (await findDevice(db, hashKey(cameraKey))))
      ?.vesselId
    if (vesselId === undefined) continue
    const vessel = await db.selectFrom('vessel').select('engine_hours').where('id', '=', vesselId).executeTakeFirst()
    const cameras = []
    for (const camera of boat.cameras) {
      const row = await findCameraByLabel(db, vesselId, camera.label)
      if (row) cameras.push({ camera, id: row.id })
    }
    boats.push({ boat, vesselId, meter: vessel?.engine_hours ?? 0, deviceKey, cameraKey, cameras })
  }
  const ids = boats.map(({ vesselId }) => vesselId)
  const share = await db.selectFrom('share').select('token').where('vessel_id', 'in', ids).executeTakeFirst()
  return { keys, boats, shareToken: share?.token ?? null }
}
