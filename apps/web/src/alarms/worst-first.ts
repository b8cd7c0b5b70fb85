import type { Alarm } from '@binnacle/contract'

type Ranked = Pick<Alarm, 'severity' | 'acknowledged_at' | 'began_at'>

/** Alarms before warnings, what nobody has acknowledged first, then the newest: as the service orders those of the overview. */
export const worstFirst = <T extends Ranked>(alarms: readonly T[]): T[] =>
  alarms.toSorted(
    (a, b) =>
      Number(b.severity === 'alarm') - Number(a.severity === 'alarm') ||
      Number(b.acknowledged_at === null) - Number(a.acknowledged_at === null) ||
      Date.parse(b.began_at) - Date.parse(a.began_at),
  )
