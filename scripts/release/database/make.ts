import { connectDatabase } from '../../../apps/server/src/db/database.ts'
import { migrate } from '../../../apps/server/src/db/schema/migrate.ts'

/** `node --import ./fixed-clock.ts make.ts FOLDER`: an empty, migrated database in FOLDER/db. */
const dataDir = process.argv[2]!
// Not as a first start makes it: that may unpack what was built before.
const database = await connectDatabase({ dataDir, databaseUrl: null, sync: false })
await migrate(database.db)
await database.close()
