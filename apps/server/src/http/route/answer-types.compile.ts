import { deleteVessel, getDueFeed, getSharePage } from '@binnacle/contract'
import type { Handle } from './register.ts'

/** Never called: the compiler is the test. Where a wrong answer compiled, its @ts-expect-error would be an error. */
export function wrongAnswersDoNotCompile(handle: Handle): void {
  const item = { task_id: 'x', title: 'Oil', status: 'ok', due_date: new Date(), due_hours: null } as const
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: 412, items: [item] }))
  handle(getDueFeed, async () => ({ vessel_id: 'x', engine_hours: null, items: [{ ...item, due_date: '2026-05-14' }] }))
  handle(deleteVessel, async () => ({ removed: true }))
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
  // @ts-expect-error an object where the answer is no JSON
  handle(getSharePage, async () => ({ page: '' }))
}
