import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { initializeDatabase } from '../../../apps/server/src/db/embedded/create.ts'
import { openDatabase } from '../../../apps/server/src/db/open-database.ts'

/** `node --import ./fixed-clock.ts make.ts FOLDER`: an empty, migrated database in FOLDER/db. */
const dataDir = process.argv[2]!
const folder = join(dataDir, 'db')
mkdirSync(folder, { recursive: true, mode: 0o700 })
// Not as a first start makes it: that may unpack what was built before.
await initializeDatabase(folder)
const database = await openDatabase({ dataDir, databaseUrl: null, sync: false })
await database.close()
