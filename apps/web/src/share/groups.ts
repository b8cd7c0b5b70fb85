import type { ShareToggle } from '@binnacle/contract'

/** The toggles as people think of them, in the order of the page. */
export const TOGGLE_GROUPS = {
  boat: ['specs', 'photo', 'location', 'hin'],
  condition: ['health', 'due', 'engine_hours', 'inspections'],
  history: ['service_history', 'costs'],
} as const satisfies Record<string, readonly ShareToggle[]>

/** A toggle that shows nothing while another is off. */
export const NEEDS: Partial<Record<ShareToggle, ShareToggle>> = { costs: 'service_history' }
