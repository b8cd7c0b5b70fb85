import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { startQuery } from '../start/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import type { Circle } from './circle-layer.ts'
import { SeaMapView } from './sea-map-view.tsx'
import type { Track } from './track-layer.ts'

type Place = Pick<Circle, 'lat' | 'lon'>

export interface CircleMapProps {
  /** null: none is drawn yet. */
  circle: Omit<Circle, 'text'> | null
  /** Where the boat is; null: not known. */
  here: Place | null
  /** The view goes to the circle, or to the boat, when this is another. */
  fitKey: string
  onMove: (middle: Place) => void
  onRadius: (metres: number) => void
}

const NO_LEGS = { pieces: [], unknown: [] }

/** A map on which a circle is drawn: a tap sets its middle, and its middle and its edge are dragged, or moved with the arrow keys. */
export default function CircleMap({ circle, here, fitKey, onMove, onRadius }: CircleMapProps): React.ReactNode {
  const { map } = useTexts()
  const { data: start } = useQuery(startQuery)
  const track = useMemo<Track>(
    () => ({ legs: NO_LEGS, ticks: [], last: here && { fix: { at: 0, ...here }, text: map.boat } }),
    [here, map],
  )
  return (
    <SeaMapView
      track={track}
      circles={[]}
      drawn={{ circle, onMove, onRadius }}
      tiles={start?.map_tiles ?? null}
      fitKey={fitKey}
    />
  )
}
