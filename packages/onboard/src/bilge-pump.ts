/**
 * Pump starts between two observations of the same pump: a rising edge of a contact, or what a counter has gained. The
 * first observation is only a base; a counter that falls was reset, and is a base again.
 */
export function pumpStarts(raw: 'switch' | 'counter', before: number | undefined, now: number): number {
  if (before === undefined || now < before) return 0
  return raw === 'counter' ? now - before : Number(before === 0 && now === 1)
}
