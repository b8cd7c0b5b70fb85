import type { BackedUpTable } from './tables-sql.ts'

/** The first member of an archive: what it takes to read the others. */
export interface Head {
  format: typeof FORMAT
  made_at: string
  /** Of Binnacle, which made it. Archives of 0.1.0 may lack it. */
  version?: string
  /** The migrations that made the tables, in order. */
  schema: string[]
  /** Each after those that it refers to; their rows come in this order. */
  tables: BackedUpTable[]
  /** Random, and part of the members' marks. Archives of older versions have neither. */
  id?: string
  /** What the tables took on the disk. */
  database_bytes?: number
  /** Tables, and columns as table.column, that were there and are not Binnacle's: they are not in the archive. */
  foreign?: string[]
  /** Keys and constraints of Binnacle that were not there. */
  loose?: string[]
  /** false: those of a backup before an upgrade, which leaves images where they are. */
  images: boolean
}

/** The last member: what must have been found in the archive. */
export interface Manifest {
  rows: Record<string, number>
  images: number
  /** Images whose row is in the archive, and which were removed while it was made, or were not there before. */
  missing_images: string[]
  /** Once more, for when the first member is damaged. */
  head?: Head
}

export const FORMAT = 'binnacle-backup-1'
export const HEAD = 'head.json'
export const MANIFEST = 'manifest.json'
export const SECRET = 'secret-key'

/** Rows as PostgreSQL writes them, with a NUL between two, which no text of PostgreSQL holds; compressed with zstd. */
export const rowsName = (table: string, piece: number): string => `rows/${table}/${String(piece).padStart(6, '0')}.zst`

/** The table of a member's name; null: it holds no rows. */
export const tableOf = (name: string): string | null => /^rows\/(\w+)\/\d+\.zst$/.exec(name)?.[1] ?? null
