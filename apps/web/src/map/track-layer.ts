import { type CircleMarker, circleMarker, type LatLngExpression, LayerGroup, polyline, type Renderer } from 'leaflet'
import { declutter, type Spot } from './declutter.ts'
import type { Fix, Legs } from './track.ts'

export interface TrackColours {
  line: string
  /** Around the line, so that it is seen on land and sea. */
  halo: string
  ink: string
}

/** What is drawn of a track. */
export interface Track {
  legs: Legs
  /** Fixes with their time, told beside them. */
  ticks: readonly { fix: Fix; text: string }[]
  /** The newest place, also when it is not of the range. */
  last: { fix: Fix; text: string } | null
}

/** Room for a label: a date or a time, and a little air. */
const LABEL_PX = { width: 84, height: 22 }

const at = ({ lat, lon }: Fix): LatLngExpression => [lat, lon]

/**
 * The track as a line with dots at round times; what is not known in between is dotted. Its beginning is a ring, the newest place
 * a large dot. `place` says where a fix is on the screen: labels that would cover others are left out.
 */
export function trackLayer(
  { legs: { pieces, unknown }, ticks, last }: Track,
  colours: TrackColours,
  renderer: Renderer,
  place: (fix: Fix) => Spot,
): LayerGroup {
  const common = { renderer, interactive: false } as const
  const lines = pieces.flatMap((piece) => [
    polyline(piece.map(at), { ...common, color: colours.halo, weight: 6, opacity: 0.7 }),
    polyline(piece.map(at), { ...common, color: colours.line, weight: 3, opacity: 1 }),
  ])
  const guesses = unknown.map((leg) =>
    polyline(leg.map(at), { ...common, color: colours.line, weight: 2, dashArray: '2 8' }),
  )
  const dot = (fix: Fix, radius: number, fill: string): CircleMarker =>
    circleMarker(at(fix), { ...common, radius, weight: 2, color: colours.line, fillColor: fill, fillOpacity: 1 })
  const label = (marker: CircleMarker, text: string, className: string, above = false) =>
    marker.bindTooltip(escaped(text), {
      permanent: true,
      direction: above ? 'top' : 'right',
      offset: above ? [0, -8] : [8, 0],
      className,
    })
  const first = pieces[0]?.[0]
  const spots = [...(last ? [place(last.fix)] : []), ...ticks.map(({ fix }) => place(fix))]
  const free = declutter(spots, LABEL_PX.width, LABEL_PX.height).slice(last ? 1 : 0)
  return new LayerGroup([
    ...guesses,
    ...lines,
    ...ticks.map(({ fix, text }, i) => {
      const tick = dot(fix, 4, colours.halo)
      return free[i] ? label(tick, text, 'tick') : tick
    }),
    ...(first ? [dot(first, 6, colours.halo)] : []),
    ...(last ? [label(dot(last.fix, 9, colours.line), last.text, 'last', true)] : []),
  ])
}

/** As an element and not as HTML, whatever is in it. */
function escaped(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}
