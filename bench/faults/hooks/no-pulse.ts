// A control: the service as it was before it noticed a silent database (NODE_OPTIONS=--import=...).
import { Pool } from '../../../apps/server/src/db/pool.ts'
import { Pulse } from '../../../apps/server/src/db/pulse.ts'

Object.defineProperty(Pulse.prototype, 'answering', { get: () => true })
Pool.prototype.cut = () => {}
