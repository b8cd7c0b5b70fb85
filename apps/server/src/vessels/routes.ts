import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import type { LinksTo } from '../cameras/frame-links.ts'
import type { Database } from '../db/database.ts'
import { found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { fleetOf, overviewOf } from './fleet.ts'
import { deleteVessel, findVessel, insertVessel, listVessels, updateVessel } from './sql.ts'
import { vesselOf, vesselsOf } from './vessel.ts'

export interface VesselFrames {
  linksTo: LinksTo
  /** Removes deleted vessels' images from wherever frames are kept. */
  removeFiles(vesselIds: string[]): Promise<void>
}

export function vesselRoutes(on: On, database: Database, frames: VesselFrames): void {
  const { db } = database

  on(contract.listVessels, async ({ caller, now }) => ({
    vessels: await vesselsOf(db, await listVessels(db, caller.id), now),
  }))

  on(contract.getVessel, async ({ caller, params, now }) => ({
    vessel: await vesselOf(db, found(await findVessel(db, caller.id, params.id)), now),
  }))

  on(contract.createVessel, async ({ caller, body, now }) => {
    const { name, vessel_type } = body
    const vessel = { ...ownersFields(body), id: randomUUIDv7(), owner_id: caller.id, name, vessel_type }
    return { vessel: await vesselOf(db, await insertVessel(db, vessel), now) }
  })

  on(contract.changeVessel, async ({ caller, params, body, now }) => {
    const vessel = found(await updateVessel(db, caller.id, params.id, ownersFields(body), now))
    return { vessel: await vesselOf(db, vessel, now) }
  })

  on(contract.deleteVessel, async ({ caller, params }) => {
    found((await deleteVessel(db, caller.id, params.id)) || null)
    await frames.removeFiles([params.id])
    return { removed: true }
  })

  on(contract.getFleet, async ({ caller, now }) => ({
    vessels: await fleetOf(database, await listVessels(db, caller.id), frames.linksTo, now),
  }))

  on(contract.getOverview, async ({ caller, params, now }) =>
    overviewOf(database, found(await findVessel(db, caller.id, params.id)), frames.linksTo, now),
  )
}

/** What an owner may set, and nothing else that a body may hold: an id or an owner_id in it never binds. */
function ownersFields(body: Partial<contract.BodyOf<typeof contract.createVessel>>) {
  const { name, vessel_type, make, model, hin, length_m, marina, service_level, engine_hours } = body
  return { name, vessel_type, make, model, hin, length_m, marina, service_level, engine_hours }
}
