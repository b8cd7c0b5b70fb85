/** The fault_code text that says: no fault any more. */
export const NO_FAULT = 'none'

/** A fault text must be seen twice and for this long, ms, before it counts: faults flicker at key-on. */
export const FAULT_SETTLE_MS = 1_000

/** The text last told, and the one that has been seen since when. */
export interface FaultState {
  told: string
  seen?: { text: string; since: number }
}

export const NO_FAULT_YET: FaultState = { told: NO_FAULT }

/**
 * Whether a fault text is to be told: when it is new and has settled. The first "no fault" is not news. A text that its device
 * has debounced already is told at once. `at` in ms.
 */
export function settleFault(
  state: FaultState,
  text: string,
  at: number,
  settled = false,
): { state: FaultState; tell: boolean } {
  const seen = state.seen?.text === text ? state.seen : { text, since: at }
  const tell = text !== state.told && (settled || at - seen.since >= FAULT_SETTLE_MS)
  return { state: { told: tell ? text : state.told, seen }, tell }
}
