/**
 * What was read so shortly before the first stream stood is taken to be up to date: else every page would be read twice as it
 * opens.
 */
const JUST_READ_MS = 2_000

/** Since when what was read counts as just read, ms: what is kept of an earlier visit never does. */
export const justReadSince = (now: number, pageBegan: number): number => Math.max(now - JUST_READ_MS, pageBegan)
