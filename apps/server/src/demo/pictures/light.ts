import { seeded } from '../random.ts'
import { sunElevation } from './sun.ts'

export type Rgb = readonly [number, number, number]

/** The light of a moment: what a scene is painted with. */
export interface Light {
  at: Date
  /** Elevation of the sun, degrees. */
  sun: number
  /** 0: night, 1: full day. */
  day: number
  /** 0: clear, 1: overcast; the same all day. */
  cloud: number
  zenith: Rgb
  middle: Rgb
  horizon: Rgb
  /** The same moment gives the same numbers. */
  random: () => number
}

/** The sky from the zenith down to the horizon, by the elevation of the sun. */
const SKIES: readonly [sun: number, zenith: Rgb, middle: Rgb, horizon: Rgb][] = [
  [-14, [6, 11, 24], [10, 18, 36], [18, 30, 50]],
  [-7, [18, 32, 62], [42, 56, 92], [112, 92, 104]],
  [-2, [44, 68, 112], [128, 112, 140], [236, 142, 92]],
  [4, [72, 112, 168], [178, 176, 188], [248, 200, 138]],
  [14, [66, 128, 196], [142, 186, 224], [232, 228, 212]],
  [60, [40, 112, 190], [116, 174, 224], [214, 230, 240]],
]

export const mix = (a: Rgb, b: Rgb, part: number): Rgb => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
]

export const css = (colour: Rgb): string => `rgb(${colour.map(Math.round).join(',')})`

const clamp = (value: number) => Math.max(0, Math.min(1, value))

export function lightAt(at: Date): Light {
  const sun = sunElevation(at)
  const day = clamp((sun + 8) / 16)
  const cloud = seeded(Math.floor(at.getTime() / 86_400_000))() ** 1.6
  const above = Math.max(
    1,
    SKIES.findIndex(([elevation]) => elevation >= sun),
  )
  const [low, high] = [SKIES[above - 1]!, SKIES[above]!]
  const part = clamp((sun - low[0]) / (high[0] - low[0]))
  const grey = mix([22, 26, 34], [176, 184, 192], day)
  const sky = (index: 1 | 2 | 3) => mix(mix(low[index], high[index], part), grey, cloud * 0.75)
  const random = seeded(Math.floor(at.getTime() / 1000))
  return { at, sun, day, cloud, zenith: sky(1), middle: sky(2), horizon: sky(3), random }
}
