import { blameUrl } from '../../db/blame-url.ts'
import { connectDatabase, type Db } from '../../db/database.ts'
import { openExisting } from '../../db/open-existing.ts'
import { executedMigrations } from '../../db/schema/migrate.ts'
import { commandLine } from '../../process/command-line.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { contentsOf, endProgress, type Report, showProgress } from '../archive/progress.ts'
import { listOurTables, readRows, setSession } from '../archive/tables-sql.ts'
import { BackupRefused } from '../make/make-backup.ts'
import { startLoading } from '../restore/load-rows.ts'
import { analyze, requireEmpty } from '../restore/restore.ts'
import { readArguments, runCommand, seconds, UsageError } from './command.ts'

const USAGE = `Usage: ${commandLine('move', '--to')} postgres://USER:PASSWORD@HOST/DATABASE

Moves this installation from the database in DATA_DIR to an empty database of a PostgreSQL server: all of it, counted, or nothing.
Images and the secret stay where they are. Stop the service first, and start it with DATABASE_URL afterwards. The database in
DATA_DIR is left as it is.

Example:
  ${commandLine('move', '--to postgres://binnacle:secret@db.example.org/binnacle')}

Exit status: 0 done, 1 refused or failed, 2 wrong use.`

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, files } = readArguments(args, { to: { type: 'string' } }, env)
  if (typeof values.to !== 'string' || files.length > 0) throw new UsageError('Give the database to move to.')
  if (env.DATABASE_URL)
    throw new BackupRefused('DATABASE_URL is set: this installation is on a PostgreSQL server already.')
  const began = Date.now()
  const from = readConfig(env)
  const to = readConfig({ ...env, DATABASE_URL: values.to })
  const rows = await move(from, to, showProgress())
  endProgress()
  console.log(
    `Moved and counted: ${contentsOf({ rows, images: 0 }).replace(', 0 images', '')}, in ${seconds(began)}. Start the service with DATABASE_URL, and keep DATA_DIR: the images and the secret are in it.`,
  )
}

async function move(from: Config, to: Config, report: Report): Promise<Record<string, number>> {
  const source = await openExisting(from, 'any schema')
  try {
    const target = await blameUrl(to, connectDatabase(to))
    try {
      await blameUrl(to, requireEmpty(target.db, 'in that database', 'Make another one'))
      const rows = await source.db.transaction().execute(async (reading) => {
        await setSession(reading)
        return target.db.transaction().execute(async (writing) => {
          await setSession(writing)
          return copyRows(reading, writing, report)
        })
      })
      await analyze(target.db)
      return rows
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyRows(reading: Db, writing: Db, report: Report): Promise<Record<string, number>> {
  const schema = await executedMigrations(reading)
  const { tables, differences } = await listOurTables(reading, schema)
  if (differences.missing.length > 0)
    throw new BackupRefused(`The database lacks ${differences.missing.join(', ')}, so it cannot be moved.`)
  if (differences.foreign.length > 0)
    console.log(`Left out, because it is not Binnacle's: ${differences.foreign.join(', ')}.`)
  const loader = await startLoading(writing, schema, tables)
  const counts: Record<string, number> = {}
  let bytes = 0
  for (const table of tables) {
    let count = 0
    for await (const texts of readRows(reading, table)) {
      const rows = texts.map((text) => Buffer.from(text))
      await loader.rows(table.name, rows)
      count += rows.length
      bytes += rows.reduce((sum, { length }) => sum + length, 0)
      report(`Moving ${table.name}`, { rows: count, images: 0, bytes })
    }
    counts[table.name] = count
  }
  await loader.finish(counts)
  return counts
}

await runCommand(USAGE, () => main(process.argv.slice(2), process.env))
