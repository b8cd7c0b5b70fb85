import type { Vessel } from '@binnacle/contract'
import { useFirstTexts } from '../texts/use-texts.ts'

/** What a boat is and where she lies: "Hallberg-Rassy 38 · Kappeln"; her kind where builder and model are not known. */
export function useKindText(): (vessel: Vessel) => string {
  const { vesselTypes } = useFirstTexts().common
  return ({ vessel_type, make, model, marina }) =>
    [[make, model].filter(Boolean).join(' ') || vesselTypes[vessel_type], marina].filter(Boolean).join(' · ')
}
