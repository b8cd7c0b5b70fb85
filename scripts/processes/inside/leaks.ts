import { setTimeout as sleep } from 'node:timers/promises'

/** What files of tests that run in one process share. */
interface Snapshot {
  env: Record<string, string | undefined>
  folder: string
  values: Map<string, unknown>
  listeners: Map<string, number>
  open: Map<string, number>
}

/** What tests replace now and then, as mock.timers and mock.method do. */
const OBJECTS = { globalThis, process, console, Date, Math, performance, JSON, 'process.stdout': process.stdout }
/**
 * Libraries set such as `__assign`, `IS_REACT_ACT_ENVIRONMENT` and `regeneratorRuntime` when they are loaded, and sharp its
 * folder.
 */
const OF_LIBRARIES = /^(__|[A-Z_]+$|regeneratorRuntime$)/
const ENV_OF_LIBRARIES = new Set(['VIPSHOME'])
const CLOSED_WITHIN_MS = 20_000

export const takeSnapshot = (): Snapshot => ({
  env: { ...process.env },
  folder: process.cwd(),
  values: valuesNow(),
  listeners: listenersNow(),
  open: openNow(),
})

/** What a file changed and did not put back, and what it left open, in sentences. */
export async function leaksSince(before: Snapshot): Promise<string[]> {
  const env = { ...process.env }
  const names = Object.keys({ ...before.env, ...env }).filter(
    (name) => env[name] !== before.env[name] && !ENV_OF_LIBRARIES.has(name),
  )
  const values = valuesNow()
  const changed = [...new Set([...before.values.keys(), ...values.keys()])].filter(
    (name) => !Object.is(values.get(name), before.values.get(name)),
  )
  return [
    ...names.map((name) => `it changed process.env.${name} and did not put it back`),
    ...(process.cwd() === before.folder ? [] : ['it changed the working directory']),
    ...changed.map((name) => `it replaced ${name} and did not put it back`),
    ...more(before.listeners, listenersNow()).map((name) => `it left a listener for '${name}' on process`),
    ...(await leftOpen(before.open)).map((name) => `it left open: ${name}`),
  ]
}

/** What keeps a process running: servers, sockets, timers, threads. Some end a moment after the last test. */
async function leftOpen(before: Map<string, number>): Promise<string[]> {
  for (const until = performance.now() + CLOSED_WITHIN_MS; ; await sleep(10)) {
    const left = more(before, openNow())
    if (left.length === 0 || performance.now() > until) return left
  }
}

const more = (before: Map<string, number>, now: Map<string, number>) =>
  [...now].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)

const openNow = () => countsOf(process.getActiveResourcesInfo())

function listenersNow(): Map<string, number> {
  // Those for 'exit' clean up when the process ends: a module that several files share has one.
  const names = process.eventNames().filter((name) => name !== 'exit')
  return new Map(names.map((name) => [String(name), process.listenerCount(name)]))
}

function valuesNow(): Map<string, unknown> {
  const values = Object.entries(OBJECTS).flatMap(([name, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object))
      // What has a getter is made when it is first asked for.
      .filter(
        ([key, { value, writable }]) =>
          writable && (typeof value === 'function' || name === 'globalThis') && !OF_LIBRARIES.test(key),
      )
      .map(([key, { value }]) => [`${name}.${key}`, value] as const),
  )
  return new Map(values)
}

function countsOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
