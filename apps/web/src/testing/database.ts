/** A request of IndexedDB, as far as idb-keyval looks at it. */
class Request<T> {
  result: T | undefined
  onsuccess: () => void = () => {}

  constructor(ask: () => T) {
    setImmediate(() => {
      this.result = ask()
      this.onsuccess()
    })
  }
}

const values = new Map<string, unknown>()

/** Puts an empty database in the place of the browser's, as far as idb-keyval asks one, and gives what is in it. */
export function fakeDatabase(): Map<string, unknown> {
  values.clear()
  const transaction = () => {
    const made = { oncomplete: () => {}, objectStore: () => store }
    const change = (run: () => void) => {
      run()
      setImmediate(() => made.oncomplete())
    }
    const store = {
      transaction: made,
      get: (key: string) => new Request(() => structuredClone(values.get(key))),
      getAllKeys: () => new Request(() => [...values.keys()]),
      put: (value: unknown, key: string) => change(() => values.set(key, structuredClone(value))),
      delete: (key: string) => change(() => values.delete(key)),
    }
    return made
  }
  Object.assign(globalThis, { indexedDB: { open: () => new Request(() => ({ transaction })) } })
  return values
}
