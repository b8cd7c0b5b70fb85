import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { OperatorError } from '../../process/operator-error.ts'
import {
  type BackedUpTable,
  countRows,
  insertRows,
  insertRowsByName,
  listTables,
  type SourceTable,
  setTriggers,
} from '../archive/tables-sql.ts'
import {
  addForeignKeys,
  countOrphans,
  dropForeignKeys,
  type ForeignKey,
  listForeignKeys,
  removeOrphans,
} from './foreign-keys.ts'

/** What is in the archive does not fit the tables of Binnacle. */
export class RestoreRefused extends OperatorError {
  override name = 'RestoreRefused'
}

export interface Loader {
  rows(table: string, rows: Buffer[]): Promise<void>
  /**
   * Compares what is stored with what was to come (null: not known), checks all keys, and goes on to the schema of this version. Gives
   * the rows that are there in the end, and a line for each thing that is not there: of a salvage only.
   */
  finish(expected: Record<string, number> | null): Promise<{ lost: string[]; rows: Record<string, number> }>
  /** Tables and columns of the archive that are not Binnacle's, and are left out. */
  foreign: string[]
}

const SALVAGE = 'Restore with --salvage to leave them out.'

/**
 * Makes the tables in an empty database as they were, and stores rows in them. In a transaction, or where nobody sees it yet. With
 * `salvage` rows that the tables refuse are left out; without it they are an error. Throws RestoreRefused.
 */
export async function startLoading(
  db: Db,
  schema: string[],
  tables: BackedUpTable[],
  salvage = false,
): Promise<Loader> {
  await migrate(db, schema.at(-1))
  const made = await listTables(db)
  const theirs = new Map(tables.map((table) => [table.name, table]))
  const ours = new Map(made.map((table) => [table.name, table]))
  const absent = made.filter(({ name }) => !theirs.has(name)).map(({ name }) => name)
  if (absent.length > 0 && !salvage)
    throw new RestoreRefused(
      `The backup lacks ${absent.join(', ')}: the database that it was made of differed from Binnacle's. Restore with --salvage to have ${absent.length > 1 ? 'these tables' : 'this table'} empty.`,
    )
  const keys = inOrderOf(made, await listForeignKeys(db))
  await dropForeignKeys(db, keys)
  await setTriggers(db, made, false)
  // What migrations themselves have put there is in the backup as it was then.
  await sql`truncate ${sql.join(made.map(({ name }) => sql.table(name)))}`.execute(db)
  const refused = new Map<string, { rows: number; reason: string }>()

  async function store(table: SourceTable, rows: Buffer[]): Promise<void> {
    const from = theirs.get(table.name) ?? table
    const asTheyAre = JSON.stringify(from.columns) === JSON.stringify(table.columns)
    await (asTheyAre ? insertRows(db, table, rows) : insertRowsByName(db, table, from.columns, rows))
  }

  async function salvageRows(table: SourceTable, rows: Buffer[]): Promise<void> {
    const reason = await refusal(db, () => store(table, rows))
    if (reason === null) return
    if (rows.length === 1) {
      const before = refused.get(table.name)
      refused.set(table.name, { rows: (before?.rows ?? 0) + 1, reason: before?.reason ?? reason })
      return
    }
    const half = Math.ceil(rows.length / 2)
    await salvageRows(table, rows.slice(0, half))
    await salvageRows(table, rows.slice(half))
  }

  return {
    foreign: tables.flatMap(({ name, columns }) => {
      const table = ours.get(name)
      if (!table) return [name]
      return columns.filter((column) => !table.columns.includes(column)).map((column) => `${name}.${column}`)
    }),
    async rows(name, rows) {
      const table = ours.get(name)
      if (!table) return
      if (salvage) return salvageRows(table, rows)
      await store(table, rows).catch((error) => {
        const reason = reasonOf(error)
        throw reason === null ? error : new RestoreRefused(`Rows of ${name} do not fit: ${reason}. ${SALVAGE}`)
      })
    },
    async finish(expected) {
      const lines: string[] = []
      const rows = await countAll(db, made)
      for (const table of made) {
        const stored = rows[table.name]!
        const out = refused.get(table.name)
        const wanted = expected?.[table.name] ?? (absent.includes(table.name) ? 0 : null)
        if (absent.includes(table.name))
          lines.push(
            `${table.name}: it is not in the backup, and ${table.name === 'installation_rule' ? 'has the rules of a new installation' : 'is empty'}.`,
          )
        if (out) lines.push(`${table.name}: ${rowsOf(out.rows)} left out, because they do not fit: ${out.reason}.`)
        const lost = (wanted ?? stored) - stored - (out?.rows ?? 0)
        if (lost === 0) continue
        if (!salvage) throw new Error(`Of ${wanted} rows of ${table.name} ${stored} were stored.`)
        lines.push(`${table.name}: ${lost} of ${rowsOf(wanted!)} ${lost === 1 ? 'is' : 'are'} lost.`)
      }
      for (const key of keys) {
        if (!salvage) await requireNoOrphans(db, key)
        else lines.push(...(await leaveOutOrphans(db, key)))
      }
      await setTriggers(db, made, true)
      await migrate(db)
      await sql`select add_installation_rules()`.execute(db)
      // Of those that were stored, a salvage has left some out.
      return { lost: lines, rows: salvage ? await countAll(db, await listTables(db)) : rows }
    },
  }
}

async function countAll(db: Db, tables: BackedUpTable[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await countRows(db, table)
  return rows
}

const rowsOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`

/** Those of parents before those of their children, so that what goes with a parent is seen by the next. */
function inOrderOf(tables: BackedUpTable[], keys: ForeignKey[]): ForeignKey[] {
  const place = new Map(tables.map(({ name }, at) => [name, at]))
  return keys.toSorted((a, b) => (place.get(a.child) ?? 0) - (place.get(b.child) ?? 0))
}

async function requireNoOrphans(db: Db, key: ForeignKey): Promise<void> {
  const reason = await refusal(db, () => addForeignKeys(db, [key]))
  if (reason === null) return
  const count = await countOrphans(db, key)
  throw new RestoreRefused(
    `${rowsOf(count)} of ${key.child} refer to rows of ${key.parent} that are not in the backup (${key.name}). ${SALVAGE}`,
  )
}

async function leaveOutOrphans(db: Db, key: ForeignKey): Promise<string[]> {
  let count = 0
  // A table that refers to itself has more of them after each round.
  for (let removed = -1; removed !== 0; ) {
    removed = await removeOrphans(db, key)
    count += removed
  }
  await addForeignKeys(db, [key])
  if (count === 0) return []
  const what = key.on_delete === 'n' ? 'kept without a reference' : 'left out'
  return [`${key.child}: ${rowsOf(count)} ${what}, because rows of ${key.parent} are lost.`]
}

/** Runs statements that may fail. Returns the reason when the data were refused, else null; throws any other error. */
async function refusal(db: Db, work: () => Promise<void>): Promise<string | null> {
  if (db.isTransaction) await sql`savepoint attempt`.execute(db)
  try {
    await work()
    if (db.isTransaction) await sql`release savepoint attempt`.execute(db)
    return null
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    if (db.isTransaction) await sql`rollback to savepoint attempt`.execute(db)
    return reason
  }
}

/** PostgreSQL's words when it refuses data (classes 22 and 23); null for other errors. */
function reasonOf(error: unknown): string | null {
  const { code, message, detail } = error as { code?: unknown; message: string; detail?: string }
  if (typeof code !== 'string' || !/^2[23]/.test(code)) return null
  return detail ? `${message} (${detail.replace(/\.$/, '')})` : message
}
