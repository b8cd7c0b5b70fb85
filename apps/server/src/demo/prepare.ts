import type { Logger } from 'pino'
import { makeAuth } from '../accounts/auth.ts'
import { openFrameStore } from '../cameras/open-frame-store.ts'
import { findBoxCamera } from '../cameras/sql.ts'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { OWN_LIMITS } from '../limits/limits.ts'
import { derivedKey, installationSecret } from '../secret.ts'
import { findShare } from '../share/sql.ts'
import { findVessel } from '../vessels/sql.ts'
import { DEMO_BOATS, type DemoBoat, type DemoCamera } from './boats.ts'
import { connectionName, type DemoKeys, demoKeys } from './keys.ts'
import { placeKeys } from './place-keys.ts'
import { CAMERA_PROVIDER, findSeeded, seed } from './seed.ts'

/** A boat of the demo as it is when the service starts. */
export interface BoatNow {
  boat: DemoBoat
  vesselId: string
  /** Whole hours. */
  meter: number
  boxKey: string
  cameraKey: string
  /** id: null for a camera that its owner has deleted. */
  cameras: { camera: DemoCamera; id: string | null }[]
}

export interface Demo {
  keys: DemoKeys
  /** Without those that their owner has deleted. */
  boats: BoatNow[]
  /** The shared dossier's token; null when its owner has revoked it. */
  shareToken: string | null
}

/**
 * Makes sure that DATA_DIR holds the demo, with its whole history, and that what is printed opens it. `onMaking` is told before
 * the history is written, which takes some seconds. Throws NotADemo for a folder with another service in it.
 */
export async function prepareDemo(config: Config, log: Logger, now: Date, onMaking: () => void): Promise<Demo> {
  const database = await openDatabase(config)
  const store = await openFrameStore(config)
  try {
    const { db } = database
    const secret = await installationSecret(config.dataDir, config.secretKey)
    const auth = makeAuth(db, { ...config, secret: derivedKey(secret, 'sessions').toString('hex') }, OWN_LIMITS, log)
    const found = await findSeeded(db, config.dataDir)
    const keys = await demoKeys(config.dataDir, CONNECTIONS)
    if (typeof found === 'string') onMaking()
    const { vessels } = typeof found === 'string' ? await seed(database, store, auth, keys, now) : found
    const ownerId = await placeKeys(db, auth, keys, vessels, now)
    return { keys, ...(await look(database, ownerId, keys, vessels)) }
  } finally {
    store.close()
    await database.close()
  }
}

/** The connections whose keys the demo must know. */
export const CONNECTIONS = DEMO_BOATS.flatMap(({ plan, provider }) =>
  [provider, CAMERA_PROVIDER].map((slug) => connectionName(plan.vessel.name, slug)),
)

async function look({ db }: Database, ownerId: string, keys: DemoKeys, vessels: Record<string, string>) {
  const boats: BoatNow[] = []
  let shareToken: string | null = null
  for (const boat of DEMO_BOATS) {
    const { name } = boat.plan.vessel
    const vessel = await findVessel(db, ownerId, vessels[name]!)
    if (!vessel) continue
    shareToken ??= (await findShare(db, ownerId, vessel.id))?.token ?? null
    const cameras = []
    for (const camera of boat.cameras) {
      const row = await findBoxCamera(db, vessel.id, { registered_label: camera.label })
      cameras.push({ camera, id: row?.id ?? null })
    }
    boats.push({
      boat,
      vesselId: vessel.id,
      meter: vessel.engine_hours ?? 0,
      boxKey: keys.connections[connectionName(name, boat.provider)]!,
      cameraKey: keys.connections[connectionName(name, CAMERA_PROVIDER)]!,
      cameras,
    })
  }
  return { boats, shareToken }
}
