import { METRES_PER_NAUTICAL_MILE } from '@binnacle/contract/nautical-mile'

/** The distance across which a scale bar of at most `mostPx` stands for a round number of nautical miles. */
interface ScaleBar {
  nm: number
  px: number
}

const EQUATOR_M = 40_075_016.686
const TILE_PX = 256

/** At a latitude and zoom of a Web Mercator map. Round numbers are 1, 2 and 5 times a power of ten. */
export function scaleBar(lat: number, zoom: number, mostPx: number): ScaleBar {
  const nmPerPx = (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / METRES_PER_NAUTICAL_MILE / (TILE_PX * 2 ** zoom)
  const most = nmPerPx * mostPx
  const power = 10 ** Math.floor(Math.log10(most))
  const nm = power * ([5, 2].find((digit) => digit * power <= most) ?? 1)
  return { nm, px: Math.round(nm / nmPerPx) }
}
