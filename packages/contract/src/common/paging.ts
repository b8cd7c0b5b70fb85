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

const nextOf = (names: string) =>
  optional(nullable(cursor(`\`cursor\` of the next page; null on the last. Absent without ${names}`)))

const pagingOf = (names: string) =>
  `With ${names}, it is a page, and \`next\` is the \`cursor\` of the page behind it: repeat the other parameters with it, until \`next\` is null. What is added or deleted meanwhile moves no other entry.`

export const next = nextOf('`from`, `to`, `order` and `cursor`')
export const PAGING = pagingOf('`from`, `to`, `order` or `cursor`')

/** The same of the logbook: without any parameter it is two lists, each with its own limit, so `limit` makes a page too. */
export const nextByLimit = nextOf('`limit`, `from`, `to`, `order` and `cursor`')
export const PAGING_BY_LIMIT = pagingOf('`limit`, `from`, `to`, `order` or `cursor`')
