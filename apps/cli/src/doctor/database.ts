import { sql } from 'kysely'
import { blameUrl } from '../../../server/src/db/blame-url.ts'
import type { Database } from '../../../server/src/db/database.ts'
import { DataDirInUse } from '../../../server/src/db/embedded/data-dir-in-use.ts'
import { openExisting } from '../../../server/src/db/open-existing.ts'
import { schemaState } from '../../../server/src/db/schema/migrate.ts'
import { OperatorError } from '../../../server/src/process/operator-error.ts'
import type { Config } from '../../../server/src/settings/config.ts'
import { type Finding, fine, oneLine, reasonOf, todo } from './finding.ts'

const PART = 'Database'
const MAX_CLOCK_DIFFERENCE_MS = 5_000

/** Opens the database without changing it. The embedded one is left alone while its service runs. */
export async function checkDatabase(config: Config, serviceRuns: boolean): Promise<Finding[]> {
  try {
    const database = await blameUrl(config, openExisting(config, 'any schema'))
    const findings = await look(database).finally(() => database.close())
    return serviceRuns && !config.databaseUrl ? [...findings, ofAnother(config)] : findings
  } catch (error) {
    if (error instanceof DataDirInUse)
      return [fine(PART, serviceRuns ? 'the running service has it open' : 'another process has it open')]
    if (error instanceof OperatorError) return [todo(PART, oneLine(error))]
    return [
      todo(
        PART,
        `It cannot be opened: ${reasonOf(error)}. Correct what is said of the data folder; else restore a backup.`,
      ),
    ]
  }
}

/** The service of this folder would have locked it. */
const ofAnother = ({ port }: Config): Finding =>
  todo(
    'Service',
    `The Binnacle that answers at PORT ${port} has another DATA_DIR. Set PORT or DATA_DIR as your service has it, or end the other one.`,
  )

async function look({ db, kind }: Database): Promise<Finding[]> {
  const schema = await schemaState(db)
  const { rows } = await sql<{ version: string; now: Date }>`
    select current_setting('server_version') as version, now() as now`.execute(db)
  const { version, now } = rows[0]!
  const difference = Math.abs(Date.now() - now.getTime())
  return [
    schema === 'older'
      ? todo(PART, 'It is of an older version of Binnacle. The next start makes a backup and upgrades it.')
      : schema === 'newer'
        ? todo(PART, 'It is of a newer version of Binnacle. Install that version.')
        : fine(
            PART,
            `PostgreSQL ${version}${kind === 'embedded' ? ', embedded' : ''}, with the schema of this version`,
          ),
    ...(difference > MAX_CLOCK_DIFFERENCE_MS
      ? [todo(PART, `Its clock differs by ${Math.round(difference / 1000)} s. Set both machines by NTP.`)]
      : []),
  ]
}
