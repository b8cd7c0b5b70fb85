import type { InspectionPoint } from '@binnacle/contract'

const TITLE_LENGTH = 120

/** Days until a finding should be settled: a week for what does not work, a month for what needs attention. */
const DAYS = { non_operational: 7, attention: 30 }

type Finding = Pick<InspectionPoint, 'id' | 'title' | 'note' | 'verdict'>

/** The task that a finding becomes: to be done once, and due soon from the start. */
export function findingTask({ id, title, note, verdict }: Finding) {
  const days = DAYS[verdict === 'non_operational' ? verdict : 'attention']
  const text = [title, note?.trim().split('\n')[0]].filter(Boolean).join(': ')
  // Lengths are code points.
  const cut = [...text].slice(0, TITLE_LENGTH).join('')
  return { title: cut, interval_days: days, lead_days: days, once: true, finding_id: id }
}
