import type { Window } from './window.ts'

/** What happened, as the service tells it; times RFC 3339. `to` is null while a fault lasts. */
export interface Events {
  faults: readonly { instance: string | null; text: string; from: string; to: string | null }[]
  services: readonly { id: string; title: string; done_at: string }[]
}

/** Something that happened in the window, ms; `number` is how the chart and the list below it name it. */
export interface Mark {
  kind: 'fault' | 'service'
  number: number
  text: string
  instance: string | null
  from: number
  /** null: it lasts. A service is done at one moment. */
  to: number | null
}

/** The faults and services that touch a window, oldest first. */
export function marksIn({ faults, services }: Events, { from, to }: Window): Mark[] {
  const all = [
    ...faults.map(({ text, instance, ...fault }) => ({
      kind: 'fault' as const,
      text,
      instance,
      from: Date.parse(fault.from),
      to: fault.to === null ? null : Date.parse(fault.to),
    })),
    ...services.map(({ title, done_at }) => {
      const at = Date.parse(done_at)
      return { kind: 'service' as const, text: title, instance: null, from: at, to: at }
    }),
  ]
  return all
    .filter((mark) => mark.from <= to && (mark.to ?? to) >= from)
    .sort((a, b) => a.from - b.from)
    .map((mark, i) => ({ ...mark, number: i + 1 }))
}

/** A mark's number with its place, px; numbers that would cover each other stand together: 3, or 3–5. */
export interface Flag {
  left: number
  text: string
}

/** Where the numbers stand, given where each mark is, px from the left in ascending order. */
export function flags(places: readonly { left: number; number: number }[], leastPx = 22): Flag[] {
  const groups: { left: number; first: number; last: number; end: number }[] = []
  for (const { left, number } of places) {
    const group = groups.at(-1)
    if (group && left - group.end < leastPx) Object.assign(group, { last: number, end: left })
    else groups.push({ left, first: number, last: number, end: left })
  }
  return groups.map(({ left, first, last }) => ({ left, text: first === last ? `${first}` : `${first}–${last}` }))
}
