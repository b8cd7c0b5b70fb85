/** Who told the true time; the service and NTP overrule GPS. */
export type TimeSource = 'gps' | 'server' | 'ntp'

/** At `steady` the true time was `steady + offset`, ms. */
export interface Anchor {
  steady: number
  offset: number
}

/** What is known of one boot of the machine; boots are kept in the order in which they were. */
export interface Boot {
  id: string
  /** The first and the last steady time at which this boot is known to have run, ms. */
  first: number
  last: number
  /** System clock less steady clock, when it was last plausible. */
  wallAhead: number
  /** Who told the true time in this boot; then there are anchors. */
  from?: TimeSource
  anchors: Anchor[]
}

/** Before this program existed nothing was measured with it: receivers after a week rollover and clocks without battery. */
const PLAUSIBLE_FROM = Date.UTC(2026, 0)
const PLAUSIBLE_UNTIL = Date.UTC(2100, 0)

export const plausibleTime = (ms: number): boolean => ms >= PLAUSIBLE_FROM && ms < PLAUSIBLE_UNTIL

/** Closer than this, two clocks agree: the service says whole seconds, receivers are late by up to one. */
const AGREE_MS = 2_000
/** Further apart than this, one of the two was wrong; closer, the crystal drifted (20 to 100 ppm, minutes in a month). */
const DRIFT_MS = 60_000
/** Enough for a month without NTP at 50 ppm. */
const MAX_ANCHORS = 64

export const clocksAgree = (aheadMs: number, errorMs: number): boolean => Math.abs(aheadMs) <= AGREE_MS + errorMs

const weight = (from: TimeSource | undefined): number => (from === undefined ? 0 : from === 'gps' ? 1 : 2)

/**
 * The boot after a source told the true time, known within `errorMs`. Agreement changes nothing. The better source replaces
 * the lesser, a drift adds an anchor, and a step says that what was heard before in this boot was wrong.
 */
export function withTime(boot: Boot, from: TimeSource, anchor: Anchor, errorMs: number): Boot {
  if (weight(from) < weight(boot.from)) return boot
  if (weight(from) > weight(boot.from)) return { ...boot, from, anchors: [anchor] }
  const newest = boot.anchors.at(-1)!
  const step = anchor.offset - offsetAt(boot.anchors, anchor.steady)
  if (clocksAgree(step, errorMs) || anchor.steady <= newest.steady) return boot
  const drifted = Math.abs(step) <= DRIFT_MS && timeIn([anchor], anchor.steady) > timeIn([newest], newest.steady)
  if (!drifted) return { ...boot, from, anchors: [anchor] }
  return { ...boot, from, anchors: thinned([...boot.anchors, anchor]) }
}

/** Half of the anchors, the first and the newest among them, when there are too many. */
const thinned = (anchors: Anchor[]): Anchor[] =>
  anchors.length <= MAX_ANCHORS ? anchors : anchors.filter((_, i) => i % 2 === 0 || i === anchors.length - 1)

/** True time less steady time: straight between two anchors, level before the first and after the last. */
function offsetAt(anchors: readonly Anchor[], steady: number): number {
  const after = anchors.find((a) => a.steady >= steady) ?? anchors.at(-1)!
  const before = anchors.findLast((a) => a.steady < steady) ?? after
  if (after === before) return after.offset
  const part = (steady - before.steady) / (after.steady - before.steady)
  return before.offset + part * (after.offset - before.offset)
}

/**
 * The anchors by which each boot's times are told. What the service or NTP told stands. GPS, which may be a recording or
 * count the weeks wrong, and then the system clocks of boots that heard nobody, are moved as little as puts each boot, in its
 * full length, after the boot before and before the next one.
 */
export function placeBoots(boots: readonly Boot[]): Anchor[][] {
  let placed: (Anchor[] | undefined)[] = boots.map((b) => (weight(b.from) === 2 ? b.anchors : undefined))
  placed = placeAmong(boots, placed, (b) => b.from === 'gps')
  placed = placeAmong(boots, placed, () => true)
  return placed as Anchor[][]
}

/** Places those of the boots that `chosen` names between the ones that are placed; all others keep room for their length. */
function placeAmong(
  boots: readonly Boot[],
  placed: readonly (Anchor[] | undefined)[],
  chosen: (boot: Boot) => boolean,
): (Anchor[] | undefined)[] {
  const latestEnd = latestEnds(boots, placed)
  let earliest = Number.NEGATIVE_INFINITY
  return boots.map((boot, i) => {
    const anchors = placed[i] ?? (chosen(boot) ? fitted(boot, earliest, latestEnd[i]!) : undefined)
    earliest = anchors ? timeIn(anchors, boot.last) : earliest + boot.last - boot.first
    return anchors
  })
}

/** When each boot must have ended so that those after it, up to the next one whose times are known, have room. */
function latestEnds(boots: readonly Boot[], placed: readonly (Anchor[] | undefined)[]): number[] {
  let latest = Number.POSITIVE_INFINITY
  return boots
    .map((boot, i) => ({ boot, anchors: placed[i] }))
    .reverse()
    .map(({ boot, anchors }) => {
      const end = latest
      latest = anchors ? timeIn(anchors, boot.first) : latest - (boot.last - boot.first)
      return end
    })
    .reverse()
}

/** The boot's own idea of the time, moved between the two bounds; where it has none, it follows the boot before. */
function fitted(boot: Boot, earliest: number, latestEnd: number): Anchor[] {
  const anchors = boot.from ? boot.anchors : [{ steady: boot.last, offset: boot.wallAhead }]
  const start = timeIn(anchors, boot.first)
  const end = timeIn(anchors, boot.last)
  const unknown = earliest === Number.NEGATIVE_INFINITY && !plausibleTime(start)
  const back = (unknown || end > latestEnd) && Number.isFinite(latestEnd) ? latestEnd - end : 0
  const shift = Math.max(back, earliest - start)
  return anchors.map(({ steady, offset }) => ({ steady, offset: offset + shift }))
}

export const timeIn = (anchors: readonly Anchor[], steady: number): number => steady + offsetAt(anchors, steady)
