import { circle, divIcon, type LatLng, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet'
import type { Circle } from './circle-layer.ts'
import { near } from './track.ts'

type Place = Pick<Circle, 'lat' | 'lon'>

/** A circle that the reader draws, and what is told of it. */
export interface DrawnCircle {
  /** null: none is drawn yet. */
  circle: Omit<Circle, 'text'> | null
  onMove: (middle: Place) => void
  onRadius: (metres: number) => void
}

export interface EditorTexts {
  middle: string
  edge: string
}

/** The smallest and the greatest radius, metres. */
const MIN_METRES = 10
const MAX_METRES = 1_000_000
const STEP_PX = 10
/** Finger-sized. */
const HANDLE_PX = 44

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** About five decimals of a degree are a metre. */
const placeOf = (at: LatLng): Place => {
  const { lat, lng } = at.wrap()
  return { lat: Number(lat.toFixed(5)), lon: Number(lng.toFixed(5)) }
}

/**
 * Draws a circle with handles in its middle and on its edge, which are dragged or moved with the arrow keys. A tap on the map
 * sets its middle.
 */
export class CircleEditor {
  readonly #map: LeafletMap
  readonly #shape
  readonly #middle: Marker
  readonly #edge: Marker
  readonly #layer: LayerGroup
  #drawn: DrawnCircle | null = null

  constructor(map: LeafletMap, texts: EditorTexts) {
    this.#map = map
    this.#shape = circle([0, 0], { radius: MIN_METRES, interactive: false, className: 'drawn' })
    this.#middle = this.#handle('middle', texts.middle, (to) => this.#drawn?.onMove(placeOf(to)))
    this.#edge = this.#handle('edge', texts.edge, (to) => this.#drawn?.onRadius(this.#metresTo(to)))
    this.#layer = new LayerGroup([this.#shape, this.#edge, this.#middle])
    map.on('click', ({ latlng }) => this.#drawn?.onMove(placeOf(latlng)))
  }

  show(drawn: DrawnCircle, colour: string): void {
    this.#drawn = drawn
    if (!drawn.circle) {
      this.#layer.remove()
      return
    }
    // On the copy of the world that is in view.
    const { lat, lon, metres } = near(drawn.circle, this.#map.getCenter().lng)
    this.#layer.addTo(this.#map)
    this.#shape.setStyle({ color: colour })
    this.#shape.setLatLng([lat, lon]).setRadius(metres)
    this.#middle.setLatLng([lat, lon])
    this.#edge.setLatLng([lat, this.#shape.getBounds().getEast()])
  }

  #metresTo(place: LatLng): number {
    const metres = Math.round(this.#map.distance(this.#middle.getLatLng(), place))
    return Math.min(Math.max(metres, MIN_METRES), MAX_METRES)
  }

  #handle(className: string, title: string, moved: (to: LatLng) => void): Marker {
    const marker = new Marker([0, 0], {
      draggable: true,
      autoPan: true,
      title,
      alt: title,
      icon: divIcon({ className: `handle ${className}`, iconSize: [HANDLE_PX, HANDLE_PX] }),
    })
    marker.on('drag', () => moved(marker.getLatLng()))
    marker.on('add', () => {
      const element = marker.getElement()!
      element.setAttribute('aria-label', title)
      element.onkeydown = (event) => {
        const arrow = ARROWS[event.key]
        if (!arrow) return
        event.preventDefault()
        event.stopPropagation()
        const { x, y } = this.#map.latLngToContainerPoint(marker.getLatLng())
        // Down makes a circle smaller, as left does.
        const [right, down] = className === 'edge' ? [arrow[0] - arrow[1], 0] : arrow
        moved(this.#map.containerPointToLatLng([x + right * STEP_PX, y + down * STEP_PX]))
      }
    })
    return marker
  }
}
