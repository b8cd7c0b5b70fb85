import { useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import type { DrawnCircle } from './circle-editor.ts'
import type { Circle } from './circle-layer.ts'
import { coastlineQuery, detailOf } from './coastline.ts'
import { landTiles } from './land-tiles.ts'
import classes from './map.module.css'
import { scaleBar } from './scale.ts'
import { type Colours, SeaMap, type Tiles } from './sea-map.ts'
import type { Track } from './track-layer.ts'

interface SeaMapViewProps {
  track: Track
  circles: readonly Circle[]
  /** A circle that the reader draws. */
  drawn?: DrawnCircle
  tiles: Tiles | null
  /** The view goes to the track anew when this is another. */
  fitKey: string
}

const MIN_SPAN_DEGREES = 0.02
const METRES_PER_DEGREE = 111_320
/** Around a boat for which no circle is drawn yet. */
const NEAR_METRES = 200

function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    land: colour('--map-land'),
    coast: colour('--map-coast'),
    grid: colour('--map-grid'),
    line: colour('--map-track'),
    halo: colour('--card'),
    ink: colour('--ink'),
  }
}

/** The map itself. What it shows is told in words below it by the page. */
export function SeaMapView({ track, circles, drawn, tiles, fitKey }: SeaMapViewProps) {
  const { map: texts } = useTexts()
  const scheme = useComputedColorScheme()
  const holder = useRef<HTMLDivElement>(null)
  const { ref: measure, width, height } = useElementSize<HTMLDivElement>()
  const [map, setMap] = useState<SeaMap | null>(null)
  const [view, setView] = useState({ lat: 0, zoom: 2 })

  const isDrawing = drawn !== undefined
  useEffect(() => {
    const element = holder.current!
    const made = new SeaMap(element, coloursOf(element), {
      zoomIn: texts.zoomIn,
      zoomOut: texts.zoomOut,
      onMove: setView,
      ...(isDrawing && { editor: texts.handles }),
    })
    setMap(made)
    return () => made.remove()
  }, [texts, isDrawing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme is what the colours are taken from
  useEffect(() => map?.setColours(coloursOf(holder.current!)), [map, scheme])
  useLand(map, view.zoom, scheme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the scheme's colours
  useEffect(() => map?.setTrack(track), [map, track, scheme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the scheme's colours
  useEffect(() => map?.setCircles(circles), [map, circles, scheme])
  useEffect(() => map?.setTiles(tiles), [map, tiles])
  useEffect(() => {
    if (drawn) map?.showDrawn(drawn)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: Leaflet measures for itself
  useEffect(() => map?.resized(), [map, width, height])
  const bounds = useMemo(() => (drawn ? closeTo(drawn, track) : boundsOf(track)), [track, drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new fixes do not take the view away from somebody who looks around
  useEffect(() => {
    if (bounds) map?.fit(bounds)
  }, [map, fitKey, bounds === null])

  return (
    <div className={classes.frame} data-tiles={tiles ? true : undefined} data-drawing={isDrawing || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls of a form */}
      <div ref={useMergedRef(holder, measure)} className={classes.map} role="group" aria-label={texts.chart} />
      <Scale {...view} />
      {tiles && <p className={classes.attribution}>{tiles.attribution}</p>}
    </div>
  )
}

/** Draws the land in the detail that the zoom needs; until it is there, in what was loaded before. */
function useLand(map: SeaMap | null, zoom: number, scheme: string) {
  const { data: rings } = useQuery({ ...coastlineQuery(detailOf(zoom)), placeholderData: keepPreviousData })
  const { data: coarse } = useQuery({ ...coastlineQuery(110), enabled: !rings })
  const land = rings ?? coarse
  const landOf = useMemo(() => land && landTiles(land), [land])
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the scheme's colours
  useEffect(() => {
    if (landOf) map?.setLand(landOf)
  }, [map, landOf, scheme])
}

/** South-west and north-east of all that is drawn, never a single point; null of nothing. */
function boundsOf({ legs, last }: Track): [[number, number], [number, number]] | null {
  const fixes = legs.pieces.flat()
  const places = fixes.length > 0 ? fixes : last ? [last.fix] : []
  if (places.length === 0) return null
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  const air = MIN_SPAN_DEGREES / 2
  return [
    [Math.min(...lats) - air, Math.min(...lons) - air],
    [Math.max(...lats) + air, Math.max(...lons) + air],
  ]
}

/** The circle with some water around it, or where it may be drawn. */
function closeTo({ circle }: DrawnCircle, { last }: Track): [[number, number], [number, number]] | null {
  const middle = circle ?? last?.fix
  if (!middle) return null
  const air = (1.5 * (circle?.metres ?? NEAR_METRES)) / METRES_PER_DEGREE
  const { lat, lon } = middle
  const wide = air / Math.cos((lat * Math.PI) / 180)
  return [
    [lat - air, lon - wide],
    [lat + air, lon + wide],
  ]
}

const MAX_SCALE_PX = 120

function Scale({ lat, zoom }: { lat: number; zoom: number }) {
  const { map } = useTexts()
  const format = useFormat()
  const { nm, px } = scaleBar(lat, zoom, MAX_SCALE_PX)
  return (
    <div className={classes.scale} style={{ width: px }}>
      {map.nm(format.number(nm, 3))}
    </div>
  )
}
