import type { Alarm } from '@binnacle/contract'

/** Whether nothing is sent about an open alarm now, ms. */
export const isSilent = (
  { ended_at, silenced_at, silenced_until }: Pick<Alarm, 'ended_at' | 'silenced_at' | 'silenced_until'>,
  now: number,
): boolean => ended_at === null && silenced_at !== null && (silenced_until === null || Date.parse(silenced_until) > now)
