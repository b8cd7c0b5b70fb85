import type { CameraView } from '@binnacle/contract'
import sharp from 'sharp'
import { seeded } from '../random.ts'
import { berth } from './berth.ts'
import { caption, stamp } from './caption.ts'
import { cockpit } from './cockpit.ts'
import { engineBay } from './engine-bay.ts'
import { type Light, lightAt } from './light.ts'
import { saloon } from './saloon.ts'
import { HEIGHT, WIDTH } from './sea.ts'

/** What a demo camera sees, and when. */
export interface Shot {
  boat: string
  label: string
  view: CameraView
  at: Date
  underWay: boolean
}

const SCENES: Partial<Record<CameraView, (light: Light, underWay: boolean) => string>> = {
  cockpit,
  saloon,
  engine_bay: engineBay,
  berth,
}

sharp.concurrency(1)

/** Drawn smaller and enlarged: half the time, and as soft as a cheap lens. */
const DRAWN_WIDTH = 960

/** A still of 1280 by 720 px as JPEG, the same for the same shot. */
export async function draw({ boat, label, view, at, underWay }: Shot): Promise<Buffer> {
  const scene = SCENES[view] ?? berth
  const light = lightAt(at)
  const height = (DRAWN_WIDTH * HEIGHT) / WIDTH
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${DRAWN_WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><filter id="soft"><feGaussianBlur stdDeviation="8"/></filter><radialGradient id="edge" r="0.75"><stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="0.42"/></radialGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#101418"/>${scene(light, underWay)}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#edge)"/>
    ${caption(`${boat} ${label}  ${stamp(at)}`, 28, 26, 3)}</svg>`
  return sharp(Buffer.from(svg))
    .resize(WIDTH, HEIGHT)
    .flatten()
    .composite([{ input: GRAIN, raw: TILE, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

const TILE = { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 } as const

/** The noise of a small sensor, around middle grey; the same on every picture, which nobody sees. */
const GRAIN = (() => {
  const random = seeded(1)
  const tile = Buffer.alloc(TILE.width * TILE.height * TILE.channels)
  // Three uniform numbers make a bell.
  for (let at = 0; at < tile.length; at += 3) tile.fill(92 + 24 * (random() + random() + random()), at, at + 3)
  return tile
})()
