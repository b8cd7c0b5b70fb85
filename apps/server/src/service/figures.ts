import { statfs } from 'node:fs/promises'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

/** What this process has and what it waits for, among the figures. */
export function showResources(metrics: Metrics, database: Database, dataDir: string): void {
  const connections = (of: 'open' | 'idle' | 'waiting') => () => database.connections()[of]
  metrics.show('binnacle_database_connections_open', 'Connections to the database', connections('open'))
  metrics.show(
    'binnacle_database_connections_idle',
    'Connections to the database that nobody uses',
    connections('idle'),
  )
  metrics.show(
    'binnacle_database_waiting',
    'Statements that wait for a connection to the database',
    connections('waiting'),
  )
  metrics.show('binnacle_disk_free_bytes', 'Room on the disk of DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
}
