import { Link } from '@tanstack/react-router'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { AgeLine } from './age-line.tsx'
import type { Position } from './groups.ts'
import classes from './live.module.css'
import { seenAt } from './series.ts'
import { isStale } from './staleness.ts'

/** Where the boat is, as charts write it; leads to the map. */
export function PositionTile({ position }: { position: Position }) {
  const { telemetry } = useTexts()
  const format = useFormat()
  const now = useNow()
  const ago = format.ago(seenAt(position), now)
  const stale = isStale('position_lat', seenAt(position), now)
  return (
    <Link to="/boats/$boatId/map" params={{ boatId: useBoatId() }} className={classes.tile}>
      <span className={classes.label}>{telemetry.position}</span>
      <span className={classes.place} data-dim={stale || undefined}>
        {format.position(position.lat, position.lon)}
      </span>
      <AgeLine age={stale ? telemetry.old(ago) : ago} stale={stale} impossible={false} />
    </Link>
  )
}
