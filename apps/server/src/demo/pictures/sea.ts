import { css, type Light, mix, type Rgb } from './light.ts'

export const WIDTH = 1280
export const HEIGHT = 720

export const gradient = (id: string, stops: readonly (readonly [offset: number, colour: string])[], across = false) =>
  `<linearGradient id="${id}" ${across ? '' : 'x2="0" y2="1"'}>${stops
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

/** The sky down to the horizon at y, with clouds, and the moon or the glow of a low sun. */
export function sky(light: Light, y: number): string {
  const { zenith, middle, horizon, random, cloud, day, sun } = light
  const parts = [
    `<defs>${gradient('sky', [
      [0, css(zenith)],
      [0.6, css(middle)],
      [1, css(horizon)],
    ])}<radialGradient id="glow"><stop offset="0" stop-color="#fff3d0"/><stop offset="0.12" stop-color="#ffe0a0" stop-opacity="0.75"/><stop offset="1" stop-color="#ffb060" stop-opacity="0"/></radialGradient></defs>`,
    `<rect x="-100" y="-100" width="${WIDTH + 200}" height="${y + 100}" fill="url(#sky)"/>`,
  ]
  if (sun > -4 && sun < 22) {
    const height = y - 18 - (sun + 1) * 11
    parts.push(`<circle cx="890" cy="${height}" r="${300 - 6 * sun}" fill="url(#glow)" opacity="${1 - 0.7 * cloud}"/>`)
  }
  if (day < 0.2)
    for (let n = 0; n < 40; n++)
      parts.push(
        `<circle cx="${random() * WIDTH}" cy="${random() * y * 0.8}" r="${0.5 + random()}" fill="#fff" opacity="${(0.6 - 3 * day) * (1 - cloud)}"/>`,
      )
  const puffs = 5 + Math.round(22 * cloud)
  const shade = css(mix(mix([40, 46, 58], [244, 244, 242], day), horizon, 0.35))
  const clouds: string[] = []
  for (let n = 0; n < puffs; n++) {
    const low = random()
    const cy = y * (0.12 + 0.72 * low)
    const rx = (60 + 190 * random()) * (1.25 - 0.7 * low)
    for (let k = 0, cx = random() * WIDTH; k < 4; k++)
      clouds.push(
        `<ellipse cx="${cx + (random() - 0.5) * rx}" cy="${cy + (random() - 0.5) * rx * 0.1}" rx="${rx * (0.4 + 0.4 * random())}" ry="${rx * (0.05 + 0.07 * random())}" fill="${shade}" opacity="${0.16 + 0.2 * cloud}"/>`,
      )
  }
  parts.push(`<g filter="url(#soft)">${clouds.join('')}</g>`)
  return parts.join('')
}

/** A low coast at the horizon, hazy by day, with lights by night. */
export function coast(light: Light, y: number, height: number): string {
  const { random, day, horizon } = light
  let line = `M-100 ${y + 2}`
  for (let x = -100; x <= WIDTH + 100; x += 34)
    line += `L${x} ${y - height * (0.35 + 0.5 * Math.sin(x / 190) ** 2 + 0.15 * random())}`
  const colour = css(mix(mix([8, 12, 18], [74, 96, 88], day), horizon, 0.35 * day))
  const lamps = Array.from({ length: day < 0.3 ? 9 : 0 }, () => {
    return `<circle cx="${random() * WIDTH}" cy="${y - 3 - random() * 6}" r="1.4" fill="#ffd890"/>`
  })
  return `<path d="${line}L${WIDTH + 100} ${y + 2}z" fill="${colour}"/>${lamps.join('')}`
}

/** The sea from the horizon at y downwards. `rough`: 0 for a harbour, 1 for a breeze. */
export function sea(light: Light, y: number, rough: number): string {
  const { horizon, zenith, random, day, sun, cloud } = light
  const deep: Rgb = mix([6, 12, 18], [34, 84, 98], day)
  const far = css(mix(horizon, deep, 0.45))
  const near = css(mix(zenith, deep, 0.72))
  const parts = [
    `<defs>${gradient('sea', [
      [0, far],
      [0.25, css(mix(mix(horizon, deep, 0.45), mix(zenith, deep, 0.72), 0.6))],
      [1, near],
    ])}</defs>`,
    `<rect x="-100" y="${y}" width="${WIDTH + 200}" height="${HEIGHT - y + 100}" fill="url(#sea)"/>`,
  ]
  const bright = css(mix(horizon, [255, 255, 255], 0.25 * day))
  const dark = css(mix(deep, [0, 0, 0], 0.45))
  for (let n = 0; n < 440; n++) {
    const depth = random() ** 2.1
    const cy = y + 2 + depth * (HEIGHT - y)
    const length = 8 + 150 * depth * (0.4 + random())
    const x = random() * (WIDTH + 200) - 100
    const lift = (1 + 15 * depth * rough) * (0.5 + random())
    const crest = random() < 0.5
    const d = `M${x} ${cy}q${length * 0.5} ${-lift} ${length} 0q${-length * 0.5} ${-lift * 0.45} ${-length} 0z`
    parts.push(`<path d="${d}" fill="${crest ? bright : dark}" opacity="${0.1 + 0.2 * random()}"/>`)
  }
  if (sun > -2 && sun < 30)
    for (let n = 0; n < 130; n++) {
      const depth = random() ** 1.5
      const spread = 18 + 170 * depth
      parts.push(
        `<ellipse cx="${890 + (random() - 0.5) * spread * 2}" cy="${y + 3 + depth * 260}" rx="${2 + 15 * depth * random()}" ry="${0.7 + 1.6 * depth}" fill="#ffe9b8" opacity="${(0.25 + 0.5 * random()) * (1 - 0.85 * cloud)}"/>`,
      )
    }
  return parts.join('')
}
