/** Numbers from 0 to 1 that look like chance and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

/** The value that lies `part` (0 to 1) of the way from a to b. */
export const mix = (a: number, b: number, part: number): number => a + (b - a) * part
