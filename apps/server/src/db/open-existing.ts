import { statSync } from 'node:fs'
import { join } from 'node:path'
import { refuseOtherUser } from '../files/data-dir-owner.ts'
import { OperatorError } from '../process/operator-error.ts'
import { connectDatabase, type Database, type DatabaseSettings } from './database.ts'
import { type SchemaState, schemaState } from './schema/migrate.ts'

/** The database cannot be used as it is. */
class UnusableDatabase extends OperatorError {
  override name = 'UnusableDatabase'
}

/**
 * Opens the database of an installation for a tool: makes none, and leaves its schema alone, which a service that runs an older
 * version may be using. Throws UnusableDatabase, and DataDirInUse while the service runs on the embedded one.
 */
export async function openExisting(
  settings: DatabaseSettings,
  schema: 'current' | 'any schema' = 'current',
): Promise<Database> {
  if (!settings.databaseUrl) {
    refuseOtherUser(settings)
    requireEmbedded(settings.dataDir)
  }
  const database = await connectDatabase(settings)
  try {
    requireSchema(await schemaState(database.db), schema, settings)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function requireEmbedded(dataDir: string): void {
  try {
    statSync(join(dataDir, 'db', 'PG_VERSION'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw new UnusableDatabase(`DATA_DIR cannot be used: ${message}`)
    throw new UnusableDatabase(
      `There is no database in DATA_DIR ${dataDir}. Give the settings that the service is started with (DATA_DIR or DATABASE_URL).`,
    )
  }
}

function requireSchema(state: SchemaState, wanted: 'current' | 'any schema', { databaseUrl }: DatabaseSettings): void {
  const where = databaseUrl ? 'at DATABASE_URL' : 'in DATA_DIR'
  if (state === 'none') throw new UnusableDatabase(`There is no database of Binnacle ${where}.`)
  if (wanted === 'any schema' || state === 'current') return
  throw new UnusableDatabase(
    state === 'older'
      ? `The database ${where} is of an older version. Start the service of this version once, then try again.`
      : `The database ${where} is of a newer version. Use that version's command.`,
  )
}
