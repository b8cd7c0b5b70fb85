/** A decoded message; field names and units as canboatjs has them (SI, names for what is a choice). */
export interface Pgn {
  pgn: number
  src: number
  fields: Record<string, unknown>
}
