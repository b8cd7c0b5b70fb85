import type { Database } from '../db/database.ts'

/** The database, with the number of prepared statements that it was asked for so. */
export function countPrepared(database: Database): { statements: number; database: Database } {
  const counted = {
    statements: 0,
    database: {
      ...database,
      prepared: (...statement: Parameters<Database['prepared']>) => {
        counted.statements++
        return database.prepared(...statement)
      },
    } as Database,
  }
  return counted
}
