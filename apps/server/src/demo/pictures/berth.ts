import { css, type Light, mix, type Rgb } from './light.ts'
import { coast, gradient, sea, sky } from './sea.ts'

const HORIZON = 330

/** From the flybridge aft over the marina: pontoon, neighbours, masts, and the far shore. */
export function berth(light: Light): string {
  const { day, horizon, random } = light
  const lit = (colour: Rgb, part = 1) => css(mix([9, 12, 18], mix(colour, horizon, 0.16), (0.14 + 0.86 * day) * part))
  const masts = Array.from({ length: 34 }, () => {
    const x = random() * 1280
    const near = random()
    const top = HORIZON - 70 - 150 * near
    const tilt = 5 * (random() - 0.5)
    return `<path d="M${x} ${HORIZON + 12}L${x + tilt} ${top}M${x - 9 - 9 * near} ${top + 52}h${18 + 18 * near}M${x + tilt} ${top}L${x + 26 + 26 * near} ${HORIZON + 8}" stroke="${lit([188, 194, 198], 0.7 + 0.3 * near)}" stroke-width="${1.2 + 2 * near}" fill="none" opacity="0.85"/>`
  })
  const hulls = Array.from({ length: 15 }, (_, n) => {
    const x = n * 92 + 30 * random() - 40
    const colour: Rgb = (
      [
        [238, 238, 236],
        [236, 234, 226],
        [40, 56, 88],
        [232, 236, 238],
        [110, 36, 38],
      ] as const
    )[n % 5]!
    return `<path d="M${x} ${HORIZON - 14}h74l-9 30h-52z" fill="${lit(colour, 0.95)}"/><path d="M${x + 16} ${HORIZON - 28}h34l8 15H${x + 8}z" fill="${lit([214, 218, 218], 0.9)}"/><path d="M${x + 20} ${HORIZON - 23}h26" stroke="${lit([40, 52, 62])}" stroke-width="5"/>`
  })
  const lamps = [210, 470, 730, 990].map((x) => {
    const glow = day < 0.35 ? `<circle cx="${x}" cy="392" r="72" fill="url(#lampSpot)"/>` : ''
    return `<path d="M${x} 480v-86" stroke="${lit([120, 126, 130])}" stroke-width="7"/><rect x="${x - 11}" y="384" width="22" height="16" rx="5" fill="${day < 0.35 ? '#fff0c0' : lit([230, 230, 224])}"/>${glow}`
  })
  const boards = Array.from({ length: 40 }, (_, n) => {
    return `<path d="M${n * 33 - 10} 470L${(n * 33 - 640) * 1.14 + 630} 560" stroke="${lit([84, 66, 50])}" stroke-width="2" opacity="0.7"/>`
  })
  return `<defs>${gradient('boards', [
    [0, lit([150, 128, 104])],
    [1, lit([186, 160, 130])],
  ])}<radialGradient id="lampSpot"><stop offset="0" stop-color="#ffe2a0" stop-opacity="0.8"/><stop offset="1" stop-color="#ffb850" stop-opacity="0"/></radialGradient>${gradient(
    'rail',
    [
      [0, lit([248, 248, 244])],
      [1, lit([186, 190, 194])],
    ],
  )}</defs>
    ${sky(light, HORIZON - 30)}${coast(light, HORIZON - 14, 84)}${sea(light, HORIZON - 14, 0.12)}
    ${masts.join('')}${hulls.join('')}
    <path d="M-20 470H1300L1340 560H-60z" fill="url(#boards)"/>${boards.join('')}<path d="M-60 560H1340v26H-60z" fill="${lit([70, 60, 50])}"/>${lamps.join('')}
    <path d="M150 498h54v-70q0-12-12-12h-30q-12 0-12 12z" fill="${lit([232, 234, 236])}"/><path d="M160 432h34v20h-34z" fill="${lit([40, 92, 150])}"/><path d="M190 470C260 520 330 540 380 620" fill="none" stroke="${lit([236, 196, 40])}" stroke-width="9"/>
    <path d="M900 486l-60 150M470 488l-90 160" stroke="${lit([44, 52, 78])}" stroke-width="11"/>
    <path d="M-20 640C300 612 980 612 1300 640V740H-20z" fill="url(#rail)"/><path d="M60 640V560H1220v80" fill="none" stroke="${lit([200, 206, 210])}" stroke-width="10"/><path d="M60 600H1220" stroke="${lit([200, 206, 210])}" stroke-width="5"/>
    ${[60, 292, 524, 756, 988, 1220].map((x) => `<path d="M${x} 556v92" stroke="${lit([186, 192, 198])}" stroke-width="9"/>`).join('')}
    <path d="M240 676q-34 0-34 34v40h68v-40q0-34-34-34z" fill="${lit([34, 52, 92])}"/><path d="M1060 676q-34 0-34 34v40h68v-40q0-34-34-34z" fill="${lit([34, 52, 92])}"/>`
}
