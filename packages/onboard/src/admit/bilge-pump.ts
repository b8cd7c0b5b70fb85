/**
 * Pump starts between two observations of the same pump: a rising edge of a contact, or what a counter has gained. The
 * first observation is only a base; a counter that falls was reset, and is a base again.
 */
export function pumpStarts(raw: 'switch' | 'counter', before: number | undefined, now: number): number {
  if (before === undefined || now < before) return 0
  return raw === 'counter' ? now - before : Number(before === 0 && now === 1)
}

/** What one source has said of a pump. */
export interface PumpWatch {
  /** Its newest contact state or counter, and when, ms. */
  value: number
  at: number
  /** Starts it has seen while the chosen source was silent; nobody else has counted them. */
  uncounted: number
}

/**
 * A source's watch after its next observation. `chosenAt` is when the chosen source, another one, was last heard, ms: starts
 * since then are kept, so that none is lost while one source dies and the next takes its place; what the chosen one has
 * had a chance to count is not counted twice.
 */
export function watchPump(
  before: PumpWatch | undefined,
  { raw, value, at }: { raw: 'switch' | 'counter'; value: number; at: number },
  chosenAt?: number,
): PumpWatch {
  const alone = before !== undefined && chosenAt !== undefined && before.at >= chosenAt
  return { value, at, uncounted: alone ? before.uncounted + pumpStarts(raw, before.value, value) : 0 }
}
