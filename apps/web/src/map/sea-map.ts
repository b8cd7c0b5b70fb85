import 'leaflet/dist/leaflet.css'
import {
  canvas,
  control,
  type LatLngBoundsLiteral,
  type Layer,
  Map as LeafletMap,
  latLngBounds,
  tileLayer,
} from 'leaflet'
import { CircleEditor, type DrawnCircle, type EditorTexts } from './circle-editor.ts'
import { type Circle, circleLayer } from './circle-layer.ts'
import { type CoastColours, CoastLayer } from './coast-layer.ts'
import { graticuleLayer } from './graticule-layer.ts'
import type { Ring } from './land.ts'
import { type Fix, near } from './track.ts'
import { type Track, type TrackColours, trackLayer } from './track-layer.ts'

/** Finer than this the coastline has nothing to show; tiles have. */
const MAX_ZOOM = { coast: 13, tiles: 19 }
/** A circle of some metres is drawn beside a coastline that is coarse there. */
const DRAWING_ZOOM = 18
/** A boat that has not moved is shown with its waters around it. */
const CLOSEST_FIT = 11

export interface Tiles {
  url: string
  attribution: string
}

interface SeaMapOptions {
  zoomIn: string
  zoomOut: string
  onMove: (view: { lat: number; zoom: number }) => void
  /** Of the handles of a circle that can be drawn; absent: none can. */
  editor?: EditorTexts
}

export interface Colours extends CoastColours, TrackColours {
  grid: string
}

/**
 * The map as a thing that is told what to show. The coastline needs no network beyond the app's own files. Who drags it round the
 * world comes back to the copy that has the track. Not by Leaflet's worldCopyJump, which knows the date line only: a track that runs
 * over that would be out of view once the map is dragged.
 */
export class SeaMap {
  readonly #map: LeafletMap
  readonly #renderer = canvas({ padding: 0.3 })
  #colours: Colours
  #coast: CoastLayer
  #grid: Layer | null = null
  #circles: Layer | null = null
  #track: Track | null = null
  #trackLayer: Layer | null = null
  #tiles: Layer | null = null
  readonly #editor: CircleEditor | null
  /** The longitude on which the view was fitted. */
  #home = 0

  constructor(element: HTMLElement, colours: Colours, { zoomIn, zoomOut, onMove, editor }: SeaMapOptions) {
    this.#colours = colours
    this.#map = new LeafletMap(element, {
      zoomControl: false,
      attributionControl: false,
      minZoom: 1,
      maxZoom: MAX_ZOOM.coast,
      // The theme's own setting cannot reach into Leaflet.
      ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { zoomAnimation: false, fadeAnimation: false }),
    })
    control.zoom({ position: 'topright', zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(this.#map)
    this.#coast = new CoastLayer(colours).addTo(this.#map)
    this.#map.setView([30, 0], 2)
    this.#editor = editor ? new CircleEditor(this.#map, editor) : null
    const moved = () => {
      this.#comeBack()
      this.#drawGrid()
      onMove({ lat: this.#map.getCenter().lat, zoom: this.#map.getZoom() })
    }
    this.#map.on('moveend zoomend resize', moved)
    this.#map.on('zoomend', () => this.#drawTrack())
    moved()
  }

  setColours(colours: Colours): void {
    this.#colours = colours
    this.#drawGrid()
  }

  setLand(landOf: (z: number, x: number, y: number) => Ring[]): void {
    this.#coast.show(landOf, this.#colours)
  }

  setTrack(track: Track): void {
    this.#track = track
    this.#drawTrack()
  }

  setCircles(circles: readonly Circle[]): void {
    this.#circles?.remove()
    this.#circles = circleLayer(circles, this.#colours.line, this.#renderer).addTo(this.#map)
  }

  showDrawn(drawn: DrawnCircle): void {
    this.#editor?.show(drawn, this.#colours.line)
  }

  /** Tiles over the coastline; null: without. Their attribution is the page's to show. */
  setTiles(tiles: Tiles | null): void {
    this.#tiles?.remove()
    // Tile servers, OpenStreetMap's among them, want to know who asks; our pages tell other sites nothing by themselves.
    const options = { maxZoom: MAX_ZOOM.tiles, referrerPolicy: 'strict-origin' } as const
    this.#tiles = tiles && tileLayer(tiles.url, options).addTo(this.#map)
    this.#map.setMaxZoom(tiles ? MAX_ZOOM.tiles : this.#editor ? DRAWING_ZOOM : MAX_ZOOM.coast)
  }

  fit(bounds: LatLngBoundsLiteral): void {
    const air = this.#editor ? 0 : 40
    const maxZoom = this.#editor ? DRAWING_ZOOM : CLOSEST_FIT
    this.#home = latLngBounds(bounds).getCenter().lng
    this.#map.fitBounds(bounds, { padding: [air, air], maxZoom, animate: false })
  }

  resized(): void {
    this.#map.invalidateSize()
  }

  remove(): void {
    this.#map.remove()
  }

  #comeBack(): void {
    const { lat, lng } = this.#map.getCenter()
    const { lon } = near({ lon: lng }, this.#home)
    if (Math.abs(lon - lng) > 1) this.#map.setView([lat, lon], this.#map.getZoom(), { animate: false })
  }

  #drawTrack(): void {
    if (!this.#track) return
    this.#trackLayer?.remove()
    const place = ({ lat, lon }: Fix) => this.#map.latLngToLayerPoint([lat, lon])
    this.#trackLayer = trackLayer(this.#track, this.#colours, this.#renderer, place).addTo(this.#map)
  }

  #drawGrid(): void {
    this.#grid?.remove()
    this.#grid = graticuleLayer(this.#map, this.#colours.grid, this.#renderer).addTo(this.#map)
  }
}
