import { embeddedDiskFull, postgresDiskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { invalidKeys } from './invalid-keys.ts'
import { postgresStopped } from './postgres-stopped.ts'
import { embeddedPowerCut, postgresPowerCut } from './power-cut.ts'
import { embeddedKilled, postgresKilled, serviceKilled } from './processes.ts'
import { replicaPromoted } from './replica-promoted.ts'
import { slowSockets } from './slow-sockets.ts'

/** In the order in which they are run. */
export const FAULTS: readonly Fault[] = [
  embeddedKilled,
  serviceKilled,
  postgresKilled,
  postgresStopped,
  embeddedDiskFull,
  postgresDiskFull,
  embeddedPowerCut,
  postgresPowerCut,
  replicaPromoted,
  slowSockets,
  invalidKeys,
]
