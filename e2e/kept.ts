import { expect, type Page } from '@playwright/test'

/** Asks the browser's store, in the page; `result` is an expression of `read`. */
const fromStore = (request: string, result: string) => `new Promise((resolve, reject) => {
  const opened = indexedDB.open('keyval-store')
  opened.onerror = () => reject(opened.error)
  opened.onsuccess = () => {
    const read = opened.result.transaction('keyval').objectStore('keyval').${request}
    read.onerror = () => reject(read.error)
    read.onsuccess = () => {
      opened.result.close()
      resolve(${result})
    }
  }
})`

/** The queries whose answers the browser keeps, as text. */
export const KEPT = fromStore(
  "get('queries')",
  "(read.result?.clientState.queries ?? []).map(({ queryKey }) => queryKey.join(' '))",
)

/** The names of all that the browser keeps. */
export const NAMES = fromStore('getAllKeys()', "read.result.join(' ')")

const NOT_SENT = fromStore('getAllKeys()', "read.result.filter((name) => name.startsWith('entry ')).length")

/** What was said of inspections and is not sent yet, as text. */
export const SAID = fromStore('getAll()', 'JSON.stringify(read.result.filter(({ answers }) => answers))')

/** The page shows an entry before the browser has written it. */
export const untilEntriesKept = (page: Page, count: number) => expect.poll(() => page.evaluate(NOT_SENT)).toBe(count)

/** What has been seen is written a little later. */
export const untilKept = (page: Page, queries: string[]) =>
  expect.poll(() => page.evaluate(KEPT)).toEqual(expect.arrayContaining(queries))
