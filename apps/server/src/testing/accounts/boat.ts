import * as contract from '@binnacle/contract'
import type { Client, Owner } from '../client.ts'

export interface Boat {
  id: string
  connectionId: string
  /** The connection key of its onboard device. */
  device: { key: string }
}

/** A vessel of the owner with one connected onboard device. */
export async function makeBoat(client: Client, owner: Owner, provider = 'signalk'): Promise<Boat> {
  const { vessel } = await client.ok(contract.createVessel, owner.session, {
    body: { name: 'Aurora', vessel_type: 'sailboat' },
  })
  const { connection, ingest_key } = await client.ok(contract.createConnection, owner.session, {
    params: { id: vessel.id },
    body: { provider },
  })
  return { id: vessel.id, connectionId: connection.id, device: { key: ingest_key } }
}
