/**
 * Asks the browser's database, by idb-keyval; undefined where there is none to ask (private windows, a full disk): the app goes
 * on without what it would keep.
 */
export async function ifKept<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
