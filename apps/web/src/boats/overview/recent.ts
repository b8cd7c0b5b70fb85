import type { EngineHourLog, ServiceLog } from '@binnacle/contract'

/** An entry of the log as the boat's page shows it. */
export type Recent =
  | { kind: 'service'; id: string; at: string; entry: ServiceLog }
  | { kind: 'hours'; id: string; at: string; entry: EngineHourLog }

/**
 * The newest entries of both logs as one, newest first. Of the hour log only what people wrote: a connected onboard device writes
 * an entry each hour under way, and a service or an inspection brings its own.
 */
export function recentEntries(
  services: readonly ServiceLog[],
  hours: readonly EngineHourLog[],
  count: number,
): Recent[] {
  const done = services.map((entry): Recent => ({ kind: 'service', id: entry.id, at: entry.done_at, entry }))
  const read = hours
    .filter(({ source }) => source === 'manual' || source === 'signalk' || source === 'api')
    .map((entry): Recent => ({ kind: 'hours', id: entry.id, at: entry.logged_at, entry }))
  return [...done, ...read].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, count)
}
