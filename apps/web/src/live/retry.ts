const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/**
 * How long to wait before the next try after so many failures in a row, ms: twice as long each time, and spread by `random`
 * (0 to 1), so that not everybody comes back at once to a service that has just started.
 */
export const retryInMs = (failures: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random)
