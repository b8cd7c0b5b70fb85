import { get, set } from 'idb-keyval'
import { isPassing } from './client.ts'
import { ifKept } from './store.ts'

/**
 * The answer, or the last one with this name when the service cannot be reached. Charts and tracks are asked for by windows that
 * move with the time, so the answer of an hour ago stands for that of now: what is drawn has times of its own.
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const key = `kept ${name}`
  try {
    const answer = await ask()
    void ifKept(() => set(key, answer))
    return answer
  } catch (error) {
    const kept = isPassing(error) ? await ifKept(() => get<T>(key)) : undefined
    if (kept === undefined) throw error
    return kept
  }
}

/**
 * Windows of about the same width have one name, so that there is an end to what is kept: ten names from an hour to a century. Rounded
 * down: what is loaded for one width has 5 to 7 quarters of a power of two, by where the window lies on its grid.
 */
export const widthName = (from: number, to: number): string => `2^${Math.floor(Math.log2(Math.max(1, to - from)))}`
