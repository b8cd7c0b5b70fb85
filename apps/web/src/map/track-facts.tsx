import { Fragment } from 'react'
import { useFormat } from '../format/use-format.ts'
import type { Position } from '../telemetry/groups.ts'
import { seenAt } from '../telemetry/series.ts'
import { isStale } from '../telemetry/staleness.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { Panel } from '../ui/panel.tsx'
import type { Circle } from './circle-layer.ts'
import classes from './map.module.css'
import type { Legs } from './track.ts'
import type { BoatTrack } from './use-track.ts'

interface TrackFactsProps {
  legs: Legs
  distance: BoatTrack['distance']
  position: Position | null
  circles: readonly Circle[]
}

/** What the map shows, in words. */
export function TrackFacts({ legs, distance, position, circles }: TrackFactsProps) {
  const { map } = useTexts()
  const format = useFormat()
  const now = useNow()
  const fixes = legs.pieces.flat()
  const [first, last] = [fixes[0], fixes.at(-1)]
  const age = (at: Position) => {
    const ago = format.ago(seenAt(at), now)
    return isStale('position_lat', seenAt(at), now) ? map.old(ago) : ago
  }
  return (
    <Panel title={map.summary}>
      <dl className={classes.facts}>
        {position && (
          <>
            <dt>{map.lastPosition}</dt>
            <dd>
              <strong>{format.position(position.lat, position.lon)}</strong> · {age(position)} ·{' '}
              {format.dateTime(position.recorded_at)}
            </dd>
          </>
        )}
        {circles.map(({ text }) => (
          <Fragment key={text}>
            <dt>{map.circle}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
        {first && last && (
          <>
            <dt>{map.period}</dt>
            <dd>
              {format.dateTime(first.at)} – {format.dateTime(last.at)} · {map.places(fixes.length)}
            </dd>
            <dt>{map.start}</dt>
            <dd>{format.position(first.lat, first.lon)}</dd>
            <dt>{map.end}</dt>
            <dd>{format.position(last.lat, last.lon)}</dd>
            <dt>{map.distance}</dt>
            <dd>{map.sailed(format.number(distance.nm, 1), distance.gaps)}</dd>
          </>
        )}
      </dl>
      {fixes.length === 0 && <p>{map.noTrack}</p>}
    </Panel>
  )
}
