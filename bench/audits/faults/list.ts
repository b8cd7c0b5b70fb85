import { clockJumps } from './clock-jumps.ts'
import { embeddedDiskFull, postgresDiskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { invalidKeys } from './invalid-keys.ts'
import { postgresStopped } from './postgres-stopped.ts'
import { embeddedPowerCut, postgresPowerCut } from './power-cut.ts'
import { embeddedKilled, postgresKilled, serviceKilled } from './processes.ts'
import { redisKilled } from './redis-killed.ts'
import { replicaPromoted } from './replica-promoted.ts'
import { slowSockets } from './slow-sockets.ts'

/** In the order in which they are run. */
export const FAULTS: readonly Fault[] = [
  embeddedKilled,
  serviceKilled,
  postgresKilled,
  redisKilled,
  postgresStopped,
  embeddedDiskFull,
  postgresDiskFull,
  embeddedPowerCut,
  postgresPowerCut,
  replicaPromoted,
  clockJumps,
  slowSockets,
  invalidKeys,
]
