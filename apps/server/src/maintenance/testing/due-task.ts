import type { DueTask } from '../due/due.ts'

/** The present of these tests. */
export const now = new Date('2026-05-14T12:00:00.000Z')

/** A task that was made now, at 400 h, and has no interval but what is given. */
export const task = (given: Partial<DueTask>): DueTask => ({
  id: '00000000-0000-7000-8000-000000000001',
  title: 'Engine oil',
  interval_days: null,
  interval_hours: null,
  lead_days: 30,
  lead_hours: 25,
  start_at: now,
  start_hours: 400,
  safety: false,
  once: false,
  served_at: null,
  served_hours: null,
  ...given,
})
