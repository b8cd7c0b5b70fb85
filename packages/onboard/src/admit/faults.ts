import { SOURCE_SILENT_MS } from '../readings/reading.ts'
import { fitText } from '../readings/wire-text.ts'

/** The fault_code text that says: no fault any more. */
export const NO_FAULT = 'none'

/** A fault text must be seen twice and for this long, ms, before it counts: faults flicker at key-on. */
const FAULT_DEBOUNCE_MS = 1_000

/** Several faults in one text, cut to the length of text_value. */
export function faultText(names: readonly string[]): string {
  return names.length === 0 ? NO_FAULT : fitText(names.join(', '))
}

/** The text last told, and the one that has been seen since when. */
interface FaultState {
  told: string
  seen?: { text: string; since: number }
}

export const NO_FAULT_YET: FaultState = { told: NO_FAULT }

/**
 * Whether a fault text is to be told: when it is new and has debounced. The first "no fault" is not news. A text that its device
 * has debounced already is told at once. `at` in ms.
 */
export function debounceFault(
  state: FaultState,
  text: string,
  at: number,
  debounced = false,
): { state: FaultState; tell: boolean } {
  const seen = state.seen?.text === text ? state.seen : { text, since: at }
  const tell = text !== state.told && (debounced || at - seen.since >= FAULT_DEBOUNCE_MS)
  return { state: { told: tell ? text : state.told, seen }, tell }
}

/** The faults of one engine or device, by the source that reports them. */
export interface Faults {
  /** undefined while nothing was told since the start. */
  told?: string
  /** When a source was heard for the first time, ms. */
  since?: number
  by: ReadonlyMap<string, FaultState & { at: number; debounced: boolean }>
}

export const NO_FAULTS: Faults = { by: new Map() }

/**
 * Faults of all sources together, and the text to tell when it has changed. Of two depths one is right, but a fault that one
 * source reports (DM1) is not disproved by another that does not know it (PGN 127489). A source that repeats itself and has
 * fallen silent while others speak has none any more; a debounced one speaks only when something changes.
 *
 * "No fault" is told once after a start, too, or a fault that ended while the program was off would stand for ever: when each
 * source has had the time to say otherwise.
 */
export function gatherFaults(
  faults: Faults,
  { source, text: said, at, debounced = false }: { source: string; text: string; at: number; debounced?: boolean },
): { faults: Faults; tell?: string } {
  const { state } = debounceFault(faults.by.get(source) ?? NO_FAULT_YET, said, at, debounced)
  const kept = [...faults.by].filter(
    ([, of]) => at - of.at <= SOURCE_SILENT_MS || (of.debounced && of.told !== NO_FAULT),
  )
  const by = new Map(kept).set(source, { ...state, at, debounced })
  const names = [...by.values()].flatMap(({ told }) => (told === NO_FAULT ? [] : told.split(', ')))
  const text = faultText([...new Set(names)])
  const { told, since = at } = faults
  const isNews = told === undefined ? text !== NO_FAULT || at - since >= SOURCE_SILENT_MS : text !== told
  return isNews ? { faults: { told: text, since, by }, tell: text } : { faults: { told, since, by } }
}
