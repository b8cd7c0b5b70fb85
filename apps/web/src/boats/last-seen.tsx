import type { FleetVessel } from '@binnacle/contract'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'

/** When any onboard device of the boat was last seen, in words. */
export function LastSeen({ boat: { last_seen_at, box_count } }: { boat: FleetVessel }) {
  const { seen } = useTexts().boats
  const format = useFormat()
  const now = useNow()
  if (last_seen_at)
    return (
      <time dateTime={last_seen_at} title={format.dateTime(last_seen_at)}>
        {seen.ago(format.ago(last_seen_at, now))}
      </time>
    )
  return <span>{box_count > 0 ? seen.never : seen.noOnboardDevice}</span>
}
