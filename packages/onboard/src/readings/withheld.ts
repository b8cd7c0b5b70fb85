/** Why something that a network said is not sent. */
type WithheldReason =
  /** Outside of what the metric can be. */
  | 'implausible'
  /** Engine hours that do not fit those before them and the time that has passed. */
  | 'hours'
  /** Engine hours that others did not confirm before they fell silent or said something else. */
  | 'few'
  /** A diesel and a petrol tank have one number, and the metric knows them by it alone. */
  | 'same_number'
  /** A tank that does not say what it holds. */
  | 'unknown_tank'
  /** The owner wants the depth below keel or surface, and the sounder does not say how far these are. */
  | 'no_offset'
  /** A depth below another point than the owner wants, and none below that is heard. */
  | 'other_depth'
  /** An input for a battery says 0 V or as good as, and never said otherwise. */
  | 'no_battery'
  /** A tank is empty and of no capacity. */
  | 'no_sender'
  /** A receiver says that its position is not measured. */
  | 'no_fix'

export interface Withheld {
  /** Metric and instance, or the network's own name where it is of no metric. */
  series: string
  /** As in Observation.source. */
  source: string
  reason: WithheldReason
  /** In the metric's unit. */
  value?: number
}

/** How often since the start; `value` is the newest. */
export type WithheldCount = Withheld & { count: number }

/** Takes what is withheld. */
export type Withhold = (withheld: Withheld) => void

/** For people, as the end of a sentence that begins with the series. */
export const WITHHELD_TEXTS: Record<WithheldReason, string> = {
  implausible: 'cannot be true',
  hours: 'does not fit the hours before and the time since',
  few: 'hours count when three agree, for two seconds (at first for five); these were too few',
  same_number: 'a tank with another fuel has the same number; give one of them another',
  unknown_tank: 'the tank does not say what it holds; set its fluid type',
  no_offset: 'the sounder does not say how far the keel or the surface is; set its offset, or depth: transducer',
  other_depth:
    'it is below the keel or the surface, and you chose another; choose what the sounder says (depth: keel or surface)',
  no_battery: 'it was 0 V all the time: no battery is connected there',
  no_sender: 'the tank is empty and has no capacity: no sender is connected there',
  no_fix: 'the receiver has no fix: its position is missing, estimated, entered by hand or simulated',
}

/** Beyond this it is garbage. */
const MAX_KINDS = 200

/** Counts what is withheld, by series, source and reason. */
export function withheldCounter(): { withhold: Withhold; counts(): WithheldCount[] } {
  const known = new Map<string, WithheldCount>()
  return {
    withhold: (withheld) => {
      const key = [withheld.series, withheld.source, withheld.reason].join(' ')
      const before = known.get(key)
      if (!before && known.size >= MAX_KINDS) return
      known.set(key, { ...withheld, count: (before?.count ?? 0) + 1 })
    },
    counts: () => [...known.values()].toSorted((a, b) => b.count - a.count),
  }
}
