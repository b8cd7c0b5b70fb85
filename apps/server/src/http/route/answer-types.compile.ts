import {
  confirmSession,
  createVessel,
  deleteVessel,
  getDueFeed,
  getOpenApi,
  getSharePage,
  listVessels,
  type Vessel,
} from '@binnacle/contract'
import { jsonText } from './answer.ts'
import type { Handle } from './register.ts'

/** Never called: the compiler is the test. Where a wrong answer compiled, its @ts-expect-error would be an error. */
export function wrongAnswersDoNotCompile(handle: Handle, vessel: Vessel, row: Vessel & { owner_id: string }): void {
  const item = { task_id: 'x', title: 'Oil', status: 'ok', due_date: new Date(), due_hours: null } as const
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412, items: [item] }))
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: null, items: [{ ...item, due_date: '2026-05-14' }] }))
  handle(listVessels, async () => ({ vessels: [vessel] }))
  handle(createVessel, ({ once }) => once(async () => ({ vessel })))
  handle(deleteVessel, async () => ({ removed: true }))
  handle(getOpenApi, async () => ({ openapi: '3.1.0', paths: {} }))
  handle(getOpenApi, async () => jsonText({ openapi: '3.1.0' }))
  handle(getSharePage, async () => '<!doctype html>')
  handle(getSharePage, async ({ reply }) => reply.send('<!doctype html>'))

  // @ts-expect-error items is missing
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412 }))
  // @ts-expect-error engine_hours is a number
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: '412', items: [] }))
  // @ts-expect-error a status that there is not, in a nested object
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412, items: [{ ...item, status: 'late' }] }))
  // @ts-expect-error a date where no date-time is
  handle(getDueFeed, async () => ({ vessel_id: new Date(), engine_hours: 412, items: [] }))
  // @ts-expect-error removed is true
  handle(deleteVessel, async () => ({ removed: false }))
  // @ts-expect-error nothing
  handle(deleteVessel, async () => {})
  // @ts-expect-error a field that the answer does not have
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412, items: [], owner_id: 'x' }))
  // @ts-expect-error a field that an item of the list does not have
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412, items: [{ ...item, title_key: 'oil' }] }))
  // @ts-expect-error a column that a vessel does not have
  handle(listVessels, async () => ({ vessels: [row] }))
  // @ts-expect-error the same, where it is written once for an Idempotency-Key
  handle(createVessel, ({ once }) => once(async () => ({ vessel: row })))
  // @ts-expect-error a field where the answer has none
  handle(confirmSession, async () => ({ token: 'x' }))
  // @ts-expect-error anything, sent by the handler
  handle(getDueFeed, async ({ reply }) => reply.send({ anything: true }))
  // @ts-expect-error text that is not known to be the answer's
  handle(getOpenApi, async () => '{}')
  // @ts-expect-error an object where the answer is no JSON
  handle(getSharePage, async () => ({ page: '' }))
}
