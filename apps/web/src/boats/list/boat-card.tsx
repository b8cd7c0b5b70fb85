import type { FleetVessel } from '@binnacle/contract'
import { IconMapPin, IconRouter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { BoatPicture } from '../boat-picture.tsx'
import { HealthRing } from '../health/health-ring.tsx'
import { LastSeen } from '../last-seen.tsx'
import { useKindText } from '../use-kind-text.ts'
import classes from './boat-card.module.css'
import { BoatState } from './boat-state.tsx'

/** A boat in the list: her picture, health, what needs attention, where she is and when she was last seen. */
function BoatCard({ boat, first }: { boat: FleetVessel; first: boolean }) {
  const format = useFormat()
  const kindText = useKindText()
  const { vessel, position } = boat
  return (
    <li>
      <article className={classes.card}>
        <BoatPicture vessel={vessel} frame={boat.frame} size="card" atOnce={first} />
        <div className={classes.body}>
          <div className={classes.head}>
            <div>
              <h2 className={classes.name}>
                <Link to="/boats/$boatId" params={{ boatId: vessel.id }}>
                  {vessel.name}
                </Link>
              </h2>
              <p className={classes.kind}>{kindText(vessel)}</p>
            </div>
            <HealthRing score={vessel.health_score} />
          </div>
          <BoatState boat={boat} />
          <ul className={classes.facts}>
            {position && (
              <li>
                <IconMapPin size={18} aria-hidden />
                {format.position(position.lat, position.lon)}
              </li>
            )}
            <li>
              <IconRouter size={18} aria-hidden />
              <LastSeen boat={boat} />
            </li>
          </ul>
        </div>
      </article>
    </li>
  )
}

/** The boats as cards, a grid that is one column on a phone. */
export function BoatCards({ boats, many }: { boats: readonly FleetVessel[]; many: boolean }) {
  const { list } = useTexts().boats
  return (
    <ul className={classes.grid} data-many={many || undefined} aria-label={list.title}>
      {boats.map((boat, i) => (
        <BoatCard key={boat.vessel.id} boat={boat} first={i === 0} />
      ))}
    </ul>
  )
}
