import { circle, LayerGroup, type Renderer } from 'leaflet'

/** A circle that the boat must not leave: the rule of an alarm. */
export interface Circle {
  lat: number
  lon: number
  metres: number
  /** Beside the map, in words. */
  text: string
}

/** Circles as dashed lines. */
export const circleLayer = (circles: readonly Circle[], colour: string, renderer: Renderer): LayerGroup =>
  new LayerGroup(
    circles.map(({ lat, lon, metres }) =>
      circle([lat, lon], {
        radius: metres,
        renderer,
        interactive: false,
        color: colour,
        weight: 2,
        dashArray: '6 4',
        fillOpacity: 0.08,
      }),
    ),
  )
