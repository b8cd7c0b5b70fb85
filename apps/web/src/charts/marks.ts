import type { Window } from './range/window.ts'

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

/** About how wide a number is drawn, px, with the air that keeps it from the next. */
const DIGIT_PX = 8
const AIR_PX = 6

interface Group {
  left: number
  first: number
  last: number
}

const textOf = ({ first, last }: Group) => (first === last ? `${first}` : `${first}–${last}`)
const halfOf = (group: Group) => (textOf(group).length * DIGIT_PX + AIR_PX) / 2

/** Where the numbers stand, given where each mark is, px from the left in ascending order. None covers another. */
export function flags(places: readonly { left: number; number: number }[]): Flag[] {
  const groups: Group[] = []
  for (const { left, number } of places) {
    let group: Group = { left, first: number, last: number }
    // A group that has grown may reach the one before.
    for (let before = groups.at(-1); before && touch(before, group); before = groups.at(-1)) {
      group = { left: before.left, first: before.first, last: group.last }
      groups.pop()
    }
    groups.push(group)
  }
  return groups.map((group) => ({ left: group.left, text: textOf(group) }))
}

const touch = (a: Group, b: Group) => b.left - a.left < halfOf(a) + halfOf(b)
