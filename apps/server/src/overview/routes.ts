import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { record } from '../audit/record.ts'
import type { LinksTo } from '../cameras/links/frame-links.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/route/register.ts'
import type { Quotas } from '../quotas/quotas.ts'
import { requireRoom } from '../quotas/require-room.ts'
import { listVessels, vesselOrNotFound } from '../vessels/sql.ts'
import { fleetOf, overviewOf } from './fleet.ts'
import { newVessel, vesselOf, vesselsOf } from './vessel.ts'
import { deleteVessel, insertVessel, updateVessel } from './vessel-sql.ts'

interface VesselFrames {
  linksTo: LinksTo
  /** Removes deleted vessels' images from wherever frames are kept. */
  removeFiles(vesselIds: string[]): Promise<void>
}

export function vesselRoutes(handle: Handle, database: Database, frames: VesselFrames, quotas: Quotas): void {
  const { db } = database

  handle(contract.listVessels, async ({ caller, now }) => ({
    vessels: await vesselsOf(database, await listVessels(db, caller.id), now),
  }))

  handle(contract.getVessel, async ({ caller, params, now }) => ({
    vessel: await vesselOf(database, await vesselOrNotFound(db, caller.id, params.id), now),
  }))

  handle(contract.createVessel, ({ caller, body, once }) => {
    const { name, vessel_type } = body
    const vessel = { ...ownersFields(body), id: randomUUIDv7(), owner_id: caller.id, name, vessel_type }
    return once(async (tx) => {
      await requireRoom(tx, quotas, caller.id, { vessels: 1 })
      return { vessel: newVessel(await insertVessel(tx, vessel)) }
    })
  })

  handle(contract.changeVessel, async ({ caller, params, body, now }) => {
    const vessel = await updateVessel(db, caller.id, params.id, ownersFields(body), now)
    return { vessel: await vesselOf(database, vessel, now) }
  })

  handle(contract.deleteVessel, async (call) => {
    const { caller, params } = call
    await deleteVessel(db, caller.id, params.id, (tx, name) => record(tx, call, 'vessel_deleted', { name }))
    await frames.removeFiles([params.id])
    return { removed: true }
  })

  handle(contract.getFleet, async ({ caller, now }) => ({
    vessels: await fleetOf(database, await listVessels(db, caller.id), frames.linksTo, now),
  }))

  handle(contract.getVesselOverview, async ({ caller, params, now }) =>
    overviewOf(database, await vesselOrNotFound(db, caller.id, params.id), frames.linksTo, now),
  )
}

/** What an owner may set, and nothing else that a body may hold: an id or an owner_id in it never binds. */
function ownersFields(body: Partial<contract.BodyOf<typeof contract.createVessel>>) {
  const { name, vessel_type, make, model, hin, length_m, marina, service_level, engine_hours } = body
  return { name, vessel_type, make, model, hin, length_m, marina, service_level, engine_hours }
}
