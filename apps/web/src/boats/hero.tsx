import type { VesselOverview } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/use-texts.ts'
import { healthTone } from './attention.ts'
import { BoatPicture } from './boat-picture.tsx'
import { HealthRing } from './health-ring.tsx'
import classes from './hero.module.css'
import { LastSeen } from './last-seen.tsx'
import { useKindText } from './use-kind-text.ts'

/** The boat herself: her newest picture, what she is, how healthy, and when she was last heard. */
export function Hero({ boat }: { boat: VesselOverview }) {
  const { health } = useTexts().boats
  const kindText = useKindText()
  const { vessel, frame } = boat
  const picture = <BoatPicture vessel={vessel} frame={frame} size="page" atOnce />
  return (
    <div className={classes.hero}>
      {frame ? (
        <Link to="/boats/$boatId/cameras" params={{ boatId: vessel.id }} className={classes.link}>
          {picture}
        </Link>
      ) : (
        picture
      )}
      <div className={classes.facts}>
        <div className={classes.health}>
          <HealthRing score={vessel.health_score} size={68} />
          <p>
            <strong>{health.tones[healthTone(vessel.health_score)]}</strong>
            <small>{kindText(vessel)}</small>
            <br />
            <small>
              <LastSeen boat={boat} />
            </small>
          </p>
        </div>
      </div>
    </div>
  )
}
