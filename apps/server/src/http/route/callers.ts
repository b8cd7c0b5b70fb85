import type { Account, Auth, Route } from '@binnacle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The SHA-256 of a well-formed connection key that has not been looked up. */
export interface DeviceKey {
  keyHash: Buffer
}

/** One onboard device on one boat, known by its connection key. */
export interface Device extends DeviceKey {
  connectionId: string
  vesselId: string
  enabled: boolean
  suspended: boolean
}

/** An account that calls with its session, or with an access key. */
export interface OwnerCaller extends Account {
  accessKey?: { id: string; name: string }
}

interface CallerByAuth {
  owner: OwnerCaller
  session: Account
  operator: Account
  device: Device
  ingest: DeviceKey
  public: null
}

/** Identifies the caller of each kind of route; throws that kind's error for anyone else. */
export type Callers = {
  [A in Auth]: (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
  ) => Promise<CallerByAuth[A]> | CallerByAuth[A]
}
