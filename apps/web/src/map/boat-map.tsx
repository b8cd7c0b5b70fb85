import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PresetControl } from '../charts/range/preset-control.tsx'
import type { Preset } from '../charts/range/window.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { startQuery } from '../start/queries.ts'
import type { Position } from '../telemetry/groups.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Segments } from '../ui/segments.tsx'
import classes from './map.module.css'
import { SeaMapView } from './sea-map-view.tsx'
import { TrackFacts } from './track-facts.tsx'
import { useCircles } from './use-circles.ts'
import { useTrack } from './use-track.ts'

const route = getRouteApi('/owner/boats/$boatId/map')

/** The map with the track of a range; `position` is the newest place. */
export function BoatMap({ position }: { position: Position | null }) {
  const { map } = useTexts()
  const { range = position ? 'week' : 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: start } = useQuery(startQuery)
  const tiles = start?.map_tiles ?? null
  const [background, setBackground] = useState<'coast' | 'tiles'>('tiles')
  const { track, distance, loading, error, retry } = useTrack(range, position)
  const circles = useCircles(track.last?.fix ?? track.legs.pieces.at(-1)?.at(-1))
  // What the view was brought to: a range whose track has come. That its end moves on with the time changes nothing.
  const [fitted, setFitted] = useState<Preset | null>(null)
  if (!loading && fitted !== range) setFitted(range)
  const nowhere = !position && track.legs.pieces.length === 0 && !loading && range === 'all'
  if (nowhere) return <NoPosition />
  return (
    <>
      <div className={classes.bar}>
        <PresetControl preset={range} choose={(range) => navigate({ search: { range }, resetScroll: false })} />
        {tiles && (
          <Segments
            aria-label={map.layers}
            value={background}
            onChange={setBackground}
            choices={[
              ['tiles', map.tiles],
              ['coast', map.coast],
            ]}
          />
        )}
      </div>
      {error ? <Problem error={error} retry={retry} /> : null}
      <SeaMapView
        track={track}
        circles={circles}
        tiles={background === 'tiles' ? tiles : null}
        fitKey={fitted ?? 'nothing'}
      />
      <p className={classes.note}>
        {map.coarse} {map.keys}
      </p>
      <TrackFacts legs={track.legs} distance={distance} position={position} circles={circles} />
    </>
  )
}

function NoPosition() {
  const { empty } = useTexts().map
  return (
    <Panel>
      <Empty
        icon={IconMapPinOff}
        title={empty.title}
        text={empty.text}
        action={
          <LinkButton to="/boats/$boatId/connections" params={{ boatId: useBoatId() }}>
            {empty.action}
          </LinkButton>
        }
      />
    </Panel>
  )
}
