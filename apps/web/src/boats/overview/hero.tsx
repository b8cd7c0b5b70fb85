import type { VesselOverview } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/use-texts.ts'
import { BoatPicture } from '../boat-picture.tsx'
import { healthTone, REASON_PAGE } from '../health/attention.ts'
import { HealthRing } from '../health/health-ring.tsx'
import { LastSeen } from '../last-seen.tsx'
import { useKindText } from '../use-kind-text.ts'
import classes from './hero.module.css'

/** The boat herself: her newest picture, what she is, how healthy, and when she was last seen. */
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
        <Reasons boat={boat} />
      </div>
    </div>
  )
}

/** Why the score is not 100, or not known: each with the way to the page that settles it. */
function Reasons({ boat: { health_reasons, vessel } }: { boat: VesselOverview }) {
  const { health } = useTexts().boats
  if (health_reasons.length === 0) return null
  return (
    <ul className={classes.reasons} aria-label={health.why}>
      {health_reasons.map(({ code, count }) => (
        <li key={code}>
          <Link
            to={REASON_PAGE[code]}
            params={{ boatId: vessel.id }}
            hash={code === 'never_logged' ? 'lastDone' : undefined}
          >
            {health.reasons[code](count)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
