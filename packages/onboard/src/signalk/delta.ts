/** One value of a delta, with what the delta says about where it comes from. */
export interface PathValue {
  path: string
  value: unknown
  /** The $source: a connection and the device on it, such as "n2k.115". */
  source: string
  /** What kind of message it came in, where the server says so: `{ type, pgn }` or `{ type, talker, sentence }`. */
  message: Record<string, unknown>
  /** When it was measured, ms, by the server's clock; NaN where the delta does not say. */
  measured: number
}

/** The values of a delta. Whatever does not have the form of one, as some plugins send it, says nothing and does no harm. */
export function valuesOf(delta: unknown): PathValue[] {
  return list(record(delta).updates).flatMap((entry) => {
    const update = record(entry)
    const source = typeof update.$source === 'string' ? update.$source : 'unknown'
    const measured = typeof update.timestamp === 'string' ? Date.parse(update.timestamp) : Number.NaN
    return list(update.values).flatMap((entry) => {
      const { path, value } = record(entry)
      return typeof path === 'string' ? { path, value, source, message: record(update.source), measured } : []
    })
  })
}

/** An object's fields; none for what is no object. */
export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
