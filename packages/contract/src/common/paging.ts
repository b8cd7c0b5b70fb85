import { dateTime, nullable, oneOf, optional, text } from './schema.ts'

const cursor = (description: string) =>
  text(80, description, '2026-05-14T09:30:00.000000Z_0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11')

/** The parameters by which all of a list is read page by page; with none of them the answer is the newest, without `next`. */
export const paging = (of: string) => ({
  from: optional(dateTime(`Only ${of} of this time or later`, '2026-05-01T00:00:00Z')),
  to: optional(dateTime(`Only ${of} before this time`, '2026-10-01T00:00:00Z')),
  order: optional(oneOf(['desc', 'asc'], 'desc: newest first, also if absent; asc: oldest first')),
  cursor: optional(cursor('`next` of the page before')),
})

export const next = optional(
  nullable(cursor('`cursor` of the next page; null on the last. Absent without `from`, `to`, `order` and `cursor`')),
)

export const PAGING =
  'With `from`, `to`, `order` or `cursor`, it is a page, and `next` is the `cursor` of the page behind it: repeat the other parameters with it, until `next` is null. What is added or deleted meanwhile moves no other entry.'
