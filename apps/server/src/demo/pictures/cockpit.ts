import { css, type Light, mix, type Rgb } from './light.ts'
import { coast, gradient, sea, sky } from './sea.ts'

const HORIZON = 268

/** From under the sprayhood aft: seats, wheel, rail, ensign, and the sea behind. */
export function cockpit(light: Light, underWay: boolean): string {
  const heel = underWay ? 3.2 * (light.random() - 0.35) : 0.3 * (light.random() - 0.5)
  return `<g transform="rotate(${heel} 640 ${HORIZON})">
    ${sky(light, HORIZON)}${coast(light, HORIZON, underWay ? 16 : 46)}${sea(light, HORIZON, underWay ? 0.9 : 0.2)}
    ${underWay ? wake(light) : ''}</g>${boat(light)}`
}

function wake({ random, day }: Light): string {
  const foam = css(mix([60, 70, 80], [232, 240, 240], day))
  return Array.from({ length: 150 }, () => {
    const near = random() ** 0.6
    const x = 640 + (random() - 0.5) * (24 + 380 * near)
    return `<ellipse cx="${x}" cy="${HORIZON + 12 + near * 230}" rx="${3 + 26 * near * random()}" ry="${0.8 + 3.4 * near * random()}" fill="${foam}" opacity="${0.12 + 0.34 * random()}"/>`
  }).join('')
}

const TEAK: Rgb = [176, 134, 92]

function boat({ day, horizon, random }: Light): string {
  const lit = (colour: Rgb, part = 1) => css(mix([9, 12, 18], mix(colour, horizon, 0.12), (0.2 + 0.8 * day) * part))
  const steel = lit([214, 220, 226])
  const edge = lit([96, 104, 112])
  const rail = (d: string, width = 8) =>
    `<path d="${d}" fill="none" stroke="${edge}" stroke-width="${width + 2.5}" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${steel}" stroke-width="${width * 0.55}" stroke-linecap="round"/>`
  const planks = (left: boolean) =>
    Array.from({ length: 7 }, (_, n) => {
      const [far, near] = left ? [352 + n * 17, 60 + n * 62] : [928 - n * 17, 1220 - n * 62]
      return `<path d="M${far} 462L${near} 720" stroke="${lit([66, 46, 30])}" stroke-width="2.4" opacity="0.7"/>`
    }).join('')
  const wave = 10 * (random() - 0.5)
  const flag = [lit([24, 24, 26]), lit([196, 34, 38]), lit([242, 196, 40])].map((colour, n) => {
    const y = 132 + n * 30
    return `<path d="M905 ${y}q40 ${-16 + wave} 78 ${2 + wave}t62 ${-4 - wave}v30q-24 ${10 + wave} -62 ${4 + wave}t-78 ${-2 - wave}z" fill="${colour}"/>`
  })
  const spokes = Array.from({ length: 6 }, (_, n) => {
    const angle = (Math.PI / 3) * n + 0.22
    return `M640 452L${640 + 158 * Math.cos(angle)} ${452 + 158 * Math.sin(angle)}`
  }).join('')
  return `<defs>${gradient(
    'teakL',
    [
      [0, lit(TEAK, 0.75)],
      [1, lit(TEAK)],
    ],
    true,
  )}${gradient(
    'teakR',
    [
      [0, lit(TEAK)],
      [1, lit(TEAK, 0.7)],
    ],
    true,
  )}
    <radialGradient id="compass"><stop offset="0" stop-color="#ff4632" stop-opacity="0.75"/><stop offset="0.35" stop-color="#ff3220" stop-opacity="0.3"/><stop offset="1" stop-color="#ff2010" stop-opacity="0"/></radialGradient>
    ${gradient('coam', [
      [0, lit([244, 242, 236])],
      [1, lit([196, 200, 204])],
    ])}</defs>
    ${rail('M-20 392C160 330 330 318 640 318S1120 330 1300 392')}${rail('M-20 452C170 384 340 366 640 366S1110 384 1300 452', 5)}
    ${[180, 372, 908, 1100].map((x) => rail(`M${x} ${x < 640 ? 347 - (x - 180) * 0.12 : 324 + (x - 908) * 0.12}L${x + (x - 640) * 0.05} 468`, 7)).join('')}
    ${rail('M905 128L921 356', 5)}${flag.join('')}
    <path d="M240 352c-14 40-10 86 22 92 36 4 44-46 34-92" fill="none" stroke="${lit([188, 138, 24])}" stroke-width="30" stroke-linecap="round"/><path d="M240 352c-14 40-10 86 22 92 36 4 44-46 34-92" fill="none" stroke="${lit([240, 186, 44])}" stroke-width="23" stroke-linecap="round"/>
    <path d="M-20 470C200 444 420 438 640 438S1080 444 1300 470V740H-20z" fill="url(#coam)"/>
    <path d="M318 458L470 458 400 740-40 740-40 560z" fill="url(#teakL)"/><path d="M962 458L810 458 880 740 1320 740 1320 560z" fill="url(#teakR)"/>
    ${planks(true)}${planks(false)}
    <path d="M470 458H810L880 740H400z" fill="${lit([150, 152, 150])}"/><path d="M490 474H790L846 740H434z" fill="${lit([128, 98, 66])}"/>
    ${Array.from({ length: 9 }, (_, n) => `<path d="M${510 + n * 32} 474L${466 + n * 43} 740" stroke="${lit([58, 42, 28])}" stroke-width="2" opacity="0.6"/>`).join('')}
    <path d="M604 470h72l16 270H588z" fill="${lit([232, 232, 228])}"/><rect x="584" y="408" width="112" height="70" rx="16" fill="${lit([226, 226, 222])}"/>
    <circle cx="640" cy="436" r="23" fill="${lit([28, 34, 40])}"/><circle cx="640" cy="436" r="18" fill="${lit([198, 206, 208])}"/><path d="M640 436l6-13" stroke="${lit([190, 30, 30])}" stroke-width="3"/>${day < 0.35 ? '<circle cx="640" cy="436" r="58" fill="url(#compass)"/>' : ''}
    <path d="${spokes}" stroke="${edge}" stroke-width="9"/><path d="${spokes}" stroke="${steel}" stroke-width="5"/>
    <circle cx="640" cy="452" r="160" fill="none" stroke="${lit([52, 38, 28])}" stroke-width="17"/><circle cx="640" cy="452" r="163" fill="none" stroke="${lit([120, 92, 66])}" stroke-width="5" opacity="0.7"/>
    ${[250, 1030].map((x) => `<ellipse cx="${x}" cy="512" rx="40" ry="15" fill="${edge}"/><path d="M${x - 30} 508l6-46h48l6 46z" fill="${lit([170, 178, 186])}"/><ellipse cx="${x}" cy="462" rx="25" ry="9" fill="${steel}"/>`).join('')}
    <path d="M-20 -20H1300V40C1040 78 240 78 -20 40z" fill="${lit([30, 44, 74], 0.8)}"/><path d="M-20 40C240 78 1040 78 1300 40" fill="none" stroke="${lit([18, 26, 44])}" stroke-width="6"/>`
}
