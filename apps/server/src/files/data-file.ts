import type { Static, TSchema } from 'typebox'

/** A catalogue that comes with the service, with the schema of its JSON files. */
interface DataFile {
  what: string
  schema: TSchema
  data: unknown
}

/** All of them, for their test: checking them at each start would take a tenth of a second. */
export const DATA_FILES: DataFile[] = []

export function dataFile<S extends TSchema>(what: string, schema: S, data: unknown): Static<S> {
  DATA_FILES.push({ what, schema, data })
  return data as Static<S>
}
