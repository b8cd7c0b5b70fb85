import type { TaskSet, TaskSetItem, VesselType } from '@binnacle/contract'

/** The sets that suit a kind of boat, and the others, each in their own order. */
export function setsFor(sets: readonly TaskSet[], type: VesselType): { fitting: TaskSet[]; others: TaskSet[] } {
  const { fitting = [], others = [] } = Object.groupBy(sets, (set) =>
    set.applies_to.includes(type) ? 'fitting' : 'others',
  )
  return { fitting, others }
}

/** Titles as they are compared: the service leaves out what is there already, trimmed and in any case. */
const keyOf = (title: string): string => title.trim().toLowerCase()

/** Which of the sets' tasks a boat has already, by slug. */
export function thereAlready(sets: readonly TaskSet[], titles: readonly string[]): Set<string> {
  const keys = new Set(titles.map(keyOf))
  return new Set(
    sets.flatMap(({ tasks }) => tasks.filter(({ title }) => keys.has(keyOf(title))).map(({ slug }) => slug)),
  )
}

/** The choice with all tasks of a set in it that are not there yet, or, where it has them, with none of them. */
export function withAll(chosen: ReadonlySet<string>, set: TaskSet, there: ReadonlySet<string>): Set<string> {
  const free = set.tasks.filter(({ slug }) => !there.has(slug)).map(({ slug }) => slug)
  const hasAll = free.every((slug) => chosen.has(slug))
  return hasAll ? new Set([...chosen].filter((slug) => !free.includes(slug))) : new Set([...chosen, ...free])
}

/** The choice with a task in it, or without it where it had it. */
export function withOne(chosen: ReadonlySet<string>, slug: string): Set<string> {
  const next = new Set(chosen)
  if (!next.delete(slug)) next.add(slug)
  return next
}

/** The chosen tasks as the service takes them. */
export const chosenTasks = (
  sets: readonly TaskSet[],
  chosen: ReadonlySet<string>,
): Pick<TaskSetItem, 'title' | 'interval_days' | 'interval_hours' | 'safety'>[] =>
  sets
    .flatMap(({ tasks }) => tasks)
    .filter(({ slug }) => chosen.has(slug))
    .map(({ title, interval_days, interval_hours, safety }) => ({ title, interval_days, interval_hours, safety }))
