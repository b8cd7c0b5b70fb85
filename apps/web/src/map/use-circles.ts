import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rulesQuery } from '../alarms/queries.ts'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import type { Circle } from './circle-layer.ts'
import { type Fix, near } from './track.ts'

/** The circles of the boat's alarm rules that are on, on the copy of the world on which the track ends. */
export function useCircles(trackEnd: Fix | undefined): readonly Circle[] {
  const { map } = useTexts()
  const endLon = trackEnd?.lon
  const format = useFormat()
  const { data: rules } = useQuery(rulesQuery(useBoatId()))
  return useMemo(
    () =>
      (rules ?? []).flatMap(({ kind, enabled, lat, lon, limit }) => {
        if (kind !== 'outside' || !enabled || lat === null || lon === null || limit === null) return []
        const text = map.circleOf(format.distance(limit), format.position(lat, lon))
        return [near({ lat, lon, metres: limit, text }, endLon)]
      }),
    [rules, map, format, endLon],
  )
}
