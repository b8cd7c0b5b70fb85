import { connectDatabase, type Database, type DatabaseSettings } from './database.ts'
import { migrate } from './schema/migrate.ts'

/** Opens the database and brings its schema up to date. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await connectDatabase(settings, { migrated: true })
  try {
    await migrate(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
