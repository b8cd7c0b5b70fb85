import { LIVE_TOPICS, type LiveChange, type LiveTopic } from '@binnacle/contract'

/**
 * Which topics a changed part of a vessel's fingerprint stands for. Health is a part of `vessel` and depends on what is due, on
 * inspections and on alarms; what is due depends on the meter and on services, and its predicted date on the hour log.
 */
const TOPICS_OF = {
  vessel: ['vessel'],
  hours: ['vessel', 'due', 'logbook'],
  tasks: ['vessel', 'due'],
  logs: ['vessel', 'due', 'logbook'],
  inspections: ['vessel', 'inspections'],
  alarms: ['vessel', 'alarms'],
  telemetry: ['telemetry'],
  connections: ['connections'],
  cameras: ['cameras'],
  share: ['share'],
} as const satisfies Record<string, readonly LiveTopic[]>

type Part = keyof typeof TOPICS_OF
const PARTS = Object.keys(TOPICS_OF) as Part[]

/** One text for each part of a vessel, another one whenever that part has changed; null while there is nothing of it. */
export type Fingerprint = Record<Part, string | null>

/** An account's vessels by their ids. */
export type Fleet = ReadonlyMap<string, Fingerprint>

/** Of a vessel that is new everything: whoever added it may have read it already. Of one that is gone, that it is. */
function changedTopics(before: Fingerprint | undefined, after: Fingerprint | undefined): readonly LiveTopic[] {
  if (!before) return LIVE_TOPICS
  if (!after) return ['vessel']
  const changed = PARTS.filter((part) => before[part] !== after[part])
  return [...new Set<LiveTopic>(changed.flatMap((part) => TOPICS_OF[part]))]
}

/** The changes to report of a fleet. */
export function changesBetween(before: Fleet, after: Fleet): LiveChange[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].flatMap((vessel_id) => {
    const topics = changedTopics(before.get(vessel_id), after.get(vessel_id))
    return topics.length > 0 ? [{ vessel_id, topics: [...topics] }] : []
  })
}
