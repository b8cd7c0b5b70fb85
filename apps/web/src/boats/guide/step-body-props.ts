import type { VesselOverview } from '@binnacle/contract'

export interface StepBodyProps {
  boat: VesselOverview
  done: boolean
  /** Opens the next step. */
  onward: () => void
}
