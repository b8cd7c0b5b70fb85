import { type Coords, GridLayer } from 'leaflet'
import type { Ring } from './land.ts'

export interface CoastColours {
  land: string
  coast: string
}

/** What a layer draws: the land of a tile, on the unit square. */
type LandOf = (z: number, x: number, y: number) => Ring[]

const TILE_PX = 256
const COAST_PX = 1

/** Land and its coast, drawn tile by tile, so that panning draws only what comes into view. */
export class CoastLayer extends GridLayer {
  #landOf: LandOf = () => []
  #colours: CoastColours

  constructor(colours: CoastColours) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, className: 'coast' })
    this.#colours = colours
  }

  /** Draws everything again with finer land or other colours. */
  show(landOf: LandOf, colours: CoastColours): void {
    this.#landOf = landOf
    this.#colours = colours
    this.redraw()
  }

  /** Of one parameter: with a second, `done`, Leaflet would wait for its call. */
  protected override createTile({ z, x, y }: Coords): HTMLElement {
    const tile = document.createElement('canvas')
    const size = TILE_PX * Math.max(1, Math.round(devicePixelRatio))
    tile.width = size
    tile.height = size
    const pen = tile.getContext('2d')
    if (pen) draw(pen, this.#landOf(z, x, y), { size, z, x, y }, this.#colours)
    return tile
  }
}

interface Place {
  size: number
  z: number
  x: number
  y: number
}

function draw(pen: CanvasRenderingContext2D, rings: Ring[], { size, z, x, y }: Place, colours: CoastColours) {
  const scale = size * 2 ** z
  pen.beginPath()
  for (const ring of rings) {
    pen.moveTo(ring[0]! * scale - x * size, ring[1]! * scale - y * size)
    for (let i = 2; i < ring.length; i += 2) pen.lineTo(ring[i]! * scale - x * size, ring[i + 1]! * scale - y * size)
    pen.closePath()
  }
  pen.fillStyle = colours.land
  pen.fill('evenodd')
  pen.strokeStyle = colours.coast
  pen.lineWidth = (COAST_PX * size) / TILE_PX
  pen.lineJoin = 'round'
  pen.stroke()
}
