import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Database, Db } from '../db/database.ts'
import { listVessels } from '../vessels/sql.ts'
import type { Entry } from './archive.ts'
import { cameraFiles } from './camera-files.ts'
import { inspectionFiles } from './inspection-files.ts'
import { foldersOf } from './pictures.ts'
import { readme } from './readme.ts'
import {
  ACCOUNT_TABLES,
  type ExportedTable,
  type Of,
  OWNER,
  oneRow,
  rowsById,
  rowsByTime,
  shownColumns,
  VESSEL,
  VESSEL_TABLES,
} from './tables.ts'
import { telemetryCsv, telemetryYears } from './telemetry-csv.ts'
import { csvTable, jsonList } from './text-files.ts'

/**
 * Everything that is an account's, as files. Each is begun when its turn comes and read page by page, by statements that are
 * short: nothing is locked, and no connection to the database is held while a slow reader reads.
 */
export async function* contentsOf(
  database: Database,
  store: FrameStore,
  ownerId: string,
  now: Date,
): AsyncGenerator<Entry> {
  const { db } = database
  yield { path: 'README.txt', content: [readme(now)] }
  const own = { owner_id: ownerId }
  yield await rowFile(db, 'account.json', OWNER, { id: ownerId })
  yield listFile(db, 'access-keys.json', ACCOUNT_TABLES.access_key, own)
  yield listFile(db, 'channels.json', ACCOUNT_TABLES.channel, own)
  yield listFile(db, 'passkeys.json', ACCOUNT_TABLES.passkey, own)
  yield listFile(db, 'sessions.json', ACCOUNT_TABLES.session, own)
  yield listFile(db, 'activity.json', ACCOUNT_TABLES.audit_event, own)
  yield listFile(db, 'brand-requests.json', ACCOUNT_TABLES.brand_request, own)
  const vessels = await listVessels(db, ownerId)
  const folders = foldersOf(vessels.map(({ name }) => name))
  for (const [place, { id }] of vessels.entries()) yield* vesselFiles(database, store, id, `boats/${folders[place]}`)
}

async function* vesselFiles(
  database: Database,
  store: FrameStore,
  vesselId: string,
  folder: string,
): AsyncGenerator<Entry> {
  const { db } = database
  const of = { vessel_id: vesselId }
  const { task, service_log, engine_hour_log, connection, alarm_rule, alarm, check_in, share } = VESSEL_TABLES
  yield await rowFile(db, `${folder}/vessel.json`, VESSEL, { id: vesselId })
  yield listFile(db, `${folder}/tasks.json`, task, of)
  yield listFile(db, `${folder}/service-log.json`, service_log, of)
  yield await tableFile(db, `${folder}/service-log.csv`, service_log, 'done_at', of)
  yield listFile(db, `${folder}/hour-log.json`, engine_hour_log, of)
  yield await tableFile(db, `${folder}/hour-log.csv`, engine_hour_log, 'logged_at', of)
  yield* inspectionFiles(db, store, vesselId, folder)
  yield listFile(db, `${folder}/connections.json`, connection, of)
  yield listFile(db, `${folder}/alarm-rules.json`, alarm_rule, of)
  yield listFile(db, `${folder}/alarms.json`, alarm, of)
  yield* cameraFiles(db, store, vesselId, folder)
  yield listFile(db, `${folder}/check-ins.json`, check_in, of)
  yield await rowFile(db, `${folder}/share.json`, share, of)
  for (const year of await telemetryYears(db, vesselId)) {
    const path = `${folder}/telemetry/${String(year).padStart(4, '0')}.csv`
    const content = await telemetryCsv(database, vesselId, year)
    if (content) yield { path, content }
  }
}

const rowFile = async (db: Db, path: string, table: ExportedTable, of: Of): Promise<Entry> => ({
  path,
  content: [`${(await oneRow(db, table, of)) ?? 'null'}\n`],
})

const listFile = (db: Db, path: string, table: ExportedTable, of: Of): Entry => ({
  path,
  content: jsonList(rowsById(db, table, of)),
})

async function tableFile(db: Db, path: string, table: ExportedTable, time: string, of: Of): Promise<Entry> {
  const columns = await shownColumns(db, table.table, table.hidden)
  return { path, content: csvTable(columns, rowsByTime(db, table, time, of)) }
}
