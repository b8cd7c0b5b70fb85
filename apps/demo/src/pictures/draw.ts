import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CameraView } from '@binnacle/contract'
import sharp from 'sharp'
import { mix, round, seeded } from '../random.ts'

/** What a demo camera sees, and when. */
export interface Shot {
  boat: string
  label: string
  view: CameraView
  at: Date
  underWay: boolean
}

/** File: what is in front of the sky and the sea, drawn in daylight. `darkest`: its brightness at night; lamps glow then. */
interface Scene {
  file: string
  /** Its height in the picture; 0: nothing of the outside is seen. */
  horizon: number
  darkest: number
  lamps: readonly (readonly [x: number, y: number, radius: number])[]
}

const BERTH: Scene = {
  file: 'berth',
  horizon: 316,
  darkest: 0.14,
  lamps: [210, 470, 730, 990].map((x) => [x, 392, 90] as const),
}
const SCENES: Partial<Record<CameraView, Scene>> = {
  berth: BERTH,
  cockpit: { file: 'cockpit', horizon: 268, darkest: 0.2, lamps: [] },
  saloon: { file: 'saloon', horizon: 184, darkest: 0.5, lamps: [[640, 204, 430]] },
  engine_bay: { file: 'engine-bay', horizon: 0, darkest: 0.86, lamps: [[800, -12, 300]] },
}

type Rgb = readonly number[]

/** Colours of the sky from the zenith down to the horizon and of the sea, by the elevation of the sun in degrees. */
const SKIES: readonly [sun: number, zenith: Rgb, middle: Rgb, horizon: Rgb, sea: Rgb][] = [
  [-14, [6, 11, 24], [10, 18, 36], [18, 30, 50], [7, 14, 22]],
  [-7, [18, 32, 62], [42, 56, 92], [112, 92, 104], [16, 28, 42]],
  [-2, [44, 68, 112], [128, 112, 140], [236, 142, 92], [34, 56, 76]],
  [4, [72, 112, 168], [178, 176, 188], [248, 200, 138], [44, 84, 104]],
  [14, [66, 128, 196], [142, 186, 224], [232, 228, 212], [46, 98, 116]],
  [60, [40, 112, 190], [116, 174, 224], [214, 230, 240], [46, 102, 124]],
]

const RAD = Math.PI / 180

/** How high the sun stands over the Flensburg Fjord (54.8 N, 9.65 E), degrees, good to a degree and a half. */
export function sunElevation(at: Date): number {
  const day = at.getTime() / 86_400_000
  const declination = -23.44 * RAD * Math.cos(((day + 10) / 365.25) * 2 * Math.PI)
  const hourAngle = ((day % 1) * 360 - 180 + 9.65) * RAD
  const [sine, cosine] = [Math.sin(54.8 * RAD), Math.cos(54.8 * RAD)]
  return Math.asin(sine * Math.sin(declination) + cosine * Math.cos(declination) * Math.cos(hourAngle)) / RAD
}

const clamp = (value: number) => Math.max(0, Math.min(1, value))

/** 0: night, 1: full day. */
const daylight = (sun: number) => clamp((sun + 8) / 16)

const css = (colour: Rgb) => `rgb(${colour.map(Math.round).join(',')})`

function coloursAt(sun: number): { zenith: Rgb; middle: Rgb; horizon: Rgb; sea: Rgb } {
  const next = SKIES.findIndex(([elevation]) => elevation >= sun)
  const above = next < 0 ? SKIES.length - 1 : Math.max(1, next)
  const [low, high] = [SKIES[above - 1]!, SKIES[above]!]
  const part = clamp((sun - low[0]) / (high[0] - low[0]))
  const [zenith, middle, horizon, sea] = ([1, 2, 3, 4] as const).map((index) =>
    low[index].map((value, channel) => mix(value, high[index][channel]!, part)),
  ) as unknown as [Rgb, Rgb, Rgb, Rgb]
  return { zenith, middle, horizon, sea }
}

/** Sky with clouds and a low sun, the far shore, and the sea with its waves; rougher and at an angle under way. */
function outside({ horizon: y }: Scene, { at, underWay }: Shot, sun: number): string {
  if (y === 0) return ''
  const colours = coloursAt(sun)
  const random = seeded(Math.floor(at.getTime() / 1000))
  const any = (from: number, to: number) => round(mix(from, to, random()), 1)
  const day = daylight(sun)
  const many = (count: number, one: (near: number) => string) =>
    Array.from({ length: count }, () => one(random() ** 2)).join('')
  const clouds = many(26, (low) => {
    const width = any(60, 250)
    return `<ellipse cx="${any(0, 1280)}" cy="${y * (0.9 - 0.8 * low)}" rx="${width}" ry="${width / 12}"/>`
  })
  const waves = many(360, (near) => {
    const [length, height] = [8 + 150 * near, (underWay ? 16 : 4) * near + 1]
    const path = `M${any(-100, 1280)} ${y + 3 + near * (720 - y)}q${length / 2} ${-height} ${length} 0z`
    return `<path d="${path}" fill="${random() < 0.5 ? css(colours.horizon) : '#000'}" fill-opacity="${any(0.08, 0.24)}"/>`
  })
  const glitter = many(110, (near) => {
    const x = 890 + any(-1, 1) * (18 + 170 * near)
    return `<ellipse cx="${x}" cy="${y + 3 + near * 260}" rx="${2 + 14 * near}" ry="${1 + near}"/>`
  })
  const shore = Array.from({ length: 45 }, (_, n) => `L${n * 34 - 100} ${y - 16 - 20 * Math.sin(n / 5.6) ** 2}`)
  const sunSeen = sun > -4 && sun < 25
  return `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${css(colours.zenith)}"/><stop offset="0.6" stop-color="${css(colours.middle)}"/><stop offset="1" stop-color="${css(colours.horizon)}"/></linearGradient>
    <linearGradient id="sea" x2="0" y2="1"><stop stop-color="${css(colours.horizon)}"/><stop offset="0.1" stop-color="${css(colours.sea)}"/></linearGradient>
    <g transform="rotate(${underWay ? any(-1.2, 2) : 0} 640 ${y})"><rect x="-100" y="-100" width="1480" height="${y + 100}" fill="url(#sky)"/>
    <g fill="#fff" fill-opacity="${0.06 + 0.24 * day}" filter="url(#soft)">${clouds}</g>
    ${sunSeen ? `<circle cx="890" cy="${y - 18 - (sun + 1) * 11}" r="200" fill="url(#glow)"/>` : ''}
    <path d="M-100 ${y}${shore.join('')}V${y}z" fill="${css(colours.sea)}"/><path d="M-100 ${y}${shore.join('')}V${y}z" fill="#607058" fill-opacity="${0.6 * day}"/>
    <rect x="-100" y="${y}" width="1480" height="${820 - y}" fill="url(#sea)"/>${waves}
    <g fill="#ffe9b8" fill-opacity="${sunSeen ? 0.6 : 0}">${glitter}</g></g>`
}

/** In the boat's own time, as cameras stamp their pictures. */
const STAMP = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' })

/** A picture of 1280 by 720 px as JPEG, with the light that the sun gives at that time. */
export async function draw(shot: Shot): Promise<Buffer> {
  const scene = SCENES[shot.view] ?? BERTH
  const sun = sunElevation(shot.at)
  const day = daylight(sun)
  const light = mix(scene.darkest, 1, day)
  const front = await readFile(join(import.meta.dirname, `${scene.file}.svg`), 'utf8')
  const lamps = scene.lamps.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#glow)"/>`)
  // Drawn smaller and enlarged: half the time, and as soft as a cheap lens.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 1280 720"><defs>
    <filter id="soft"><feGaussianBlur stdDeviation="8"/></filter>
    <filter id="light" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feColorMatrix values="${light} 0 0 0 0 0 ${light} 0 0 0 0 0 ${light} 0 0 0 0 0 1 0"/></filter>
    <radialGradient id="glow"><stop stop-color="#fff0c8" stop-opacity="0.9"/><stop offset="0.2" stop-color="#ffd080" stop-opacity="0.4"/><stop offset="1" stop-color="#ffb060" stop-opacity="0"/></radialGradient>
    <radialGradient id="edge" r="0.75"><stop offset="0.6" stop-opacity="0"/><stop offset="1" stop-opacity="0.42"/></radialGradient></defs>
    ${outside(scene, shot, sun)}<g filter="url(#light)">${front}</g>${day < 0.4 ? lamps.join('') : ''}
    <rect width="1280" height="720" fill="url(#edge)"/>
    <text x="28" y="46" font-family="monospace" font-size="24" fill="#fff" stroke="#000" stroke-width="4" paint-order="stroke">${shot.boat} ${shot.label}  ${STAMP.format(shot.at)}</text></svg>`
  return sharp(Buffer.from(svg)).resize(1280, 720).flatten().jpeg({ quality: 80 }).toBuffer()
}

// As a process of its own (take.ts): a message is a list of shots, and the answer to it their pictures.
if (import.meta.main) {
  sharp.concurrency(1)
  process.once('message', async (shots: Shot[]) => {
    const pictures: Buffer[] = []
    for (const shot of shots) pictures.push(await draw(shot))
    process.send?.(pictures, () => process.exit())
  })
}
