import type { VesselOverview } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './guide-banner.module.css'
import { GUIDE_STEPS, stepsDone } from './guide-steps.ts'

/** A boat that is this old without an onboard device has none, and its owner need not be asked each day. */
const ASKED_MS = 14 * 86_400_000

/** The way back into the guide while a new boat is not set up. */
export function GuideBanner({ boat }: { boat: VesselOverview }) {
  const { overview } = useTexts().boats
  const now = useNow()
  const done = stepsDone(boat).size
  if (done === GUIDE_STEPS.length || now - Date.parse(boat.vessel.created_at) > ASKED_MS) return null
  return (
    <div className={classes.banner}>
      <p>
        <strong>{overview.guide}</strong>
        <span>{overview.guideText(done, GUIDE_STEPS.length)}</span>
      </p>
      <LinkButton to="/boats/$boatId/guide" params={{ boatId: boat.vessel.id }}>
        {overview.guideGo}
      </LinkButton>
    </div>
  )
}
