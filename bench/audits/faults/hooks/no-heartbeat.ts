// A control: the service as it was before it noticed a silent database (NODE_OPTIONS=--import=...).
import { Pool } from '../../../../apps/server/src/db/pool/pool.ts'
import { Watchdog } from '../../../../apps/server/src/db/pool/watchdog.ts'

Object.defineProperty(Watchdog.prototype, 'answering', { get: () => true })
Pool.prototype.cut = () => {}
