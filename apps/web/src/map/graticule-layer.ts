import { divIcon, LayerGroup, type Map as LeafletMap, marker, polyline, type Renderer } from 'leaflet'
import { graticule, lineLabel } from './graticule.ts'

/** How far a label of a longitude stands above the edge. */
const LABEL_PX = 19

/** Lines of latitude and longitude over the view, with their degrees along the left and lower edges. */
export function graticuleLayer(map: LeafletMap, colour: string, renderer: Renderer): LayerGroup {
  const bounds = map.getBounds()
  const [south, west, north, east] = [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()]
  const pxPerDegree = map.getSize().x / (east - west)
  const { lats, lons, step } = graticule({ south, west, north, east, pxPerDegree })
  const style = { renderer, interactive: false, color: colour, weight: 1, opacity: 0.5 } as const
  const label = (lat: number, lon: number, text: string, className: string, up = 0) =>
    marker([lat, lon], {
      interactive: false,
      keyboard: false,
      icon: divIcon({ className, html: text, iconSize: undefined, iconAnchor: [0, up] }),
    })
  return new LayerGroup([
    ...lats.map((lat) =>
      polyline(
        [
          [lat, west],
          [lat, east],
        ],
        style,
      ),
    ),
    ...lons.map((lon) =>
      polyline(
        [
          [south, lon],
          [north, lon],
        ],
        style,
      ),
    ),
    ...lats.map((lat) => label(lat, west, lineLabel(lat, 'lat', step), 'latLabel')),
    ...lons.map((lon) => label(south, lon, lineLabel(lon, 'lon', step), 'lonLabel', LABEL_PX)),
  ])
}
