import { css, type Light, mix, type Rgb } from './light.ts'
import { gradient } from './sea.ts'

/** Under the companionway: a green diesel on its bed, belts and hoses, by the light of the bay's own lamp. */
export function engineBay({ random, day }: Light, running: boolean): string {
  const lamp = 0.86 + 0.14 * day + 0.03 * (random() - 0.5)
  const lit = (colour: Rgb, part = 1) => css(mix([8, 9, 11], mix(colour, [255, 236, 200], 0.06), lamp * part))
  const shake = running ? 3 * (random() - 0.5) : 0
  const green = (part: number) => lit([62, 124, 86], part)
  const foam = Array.from({ length: 26 }, (_, column) =>
    Array.from(
      { length: 8 },
      (_, row) =>
        `<circle cx="${column * 52 + (row % 2) * 26}" cy="${row * 46 + 14}" r="9" fill="#000" opacity="0.22"/>`,
    ).join(''),
  ).join('')
  const hose = (d: string, width: number, colour: Rgb) =>
    `<path d="${d}" fill="none" stroke="${lit(colour, 0.35)}" stroke-width="${width}" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${lit(colour, 0.8)}" stroke-width="${width * 0.68}" stroke-linecap="round"/><path d="${d}" transform="translate(${-width * 0.1} ${-width * 0.14})" fill="none" stroke="${lit([255, 255, 255], 0.5)}" stroke-width="${width * 0.12}" stroke-linecap="round" opacity="0.5"/>`
  const bolt = (x: number, y: number, r = 7) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${lit([60, 62, 64])}"/><circle cx="${x - 1.5}" cy="${y - 1.5}" r="${r * 0.65}" fill="${lit([168, 170, 170])}"/>`
  const pulley = (x: number, y: number, r: number, colour: Rgb) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${lit(colour, 0.4)}"/><circle cx="${x}" cy="${y}" r="${r * 0.86}" fill="${lit(colour, 0.85)}"/><circle cx="${x}" cy="${y}" r="${r * 0.45}" fill="${lit(colour, 0.55)}"/>${bolt(x, y, r * 0.2)}`
  return `<defs>
      <radialGradient id="lamp" cx="0.62" cy="0.05" r="1.05"><stop offset="0" stop-color="${lit([120, 112, 98])}"/><stop offset="0.5" stop-color="${lit([66, 64, 60])}"/><stop offset="1" stop-color="${lit([20, 20, 20])}"/></radialGradient>
      ${gradient('block', [
        [0, green(1.05)],
        [0.5, green(0.78)],
        [1, green(0.4)],
      ])}${gradient('head', [
        [0, green(1.2)],
        [1, green(0.7)],
      ])}
      ${gradient('pan', [
        [0, lit([210, 212, 208], 0.7)],
        [1, lit([120, 122, 120], 0.4)],
      ])}
    </defs>
    <rect width="1280" height="720" fill="url(#lamp)"/>${foam}
    <path d="M-10 560C300 520 980 520 1290 560V730H-10z" fill="url(#pan)"/>
    <path d="M150 610L330 540H960l190 70v60H150z" fill="${lit([226, 226, 220], 0.55)}"/>
    ${hose('M1080 120C1160 260 1150 400 1010 470', 58, [34, 36, 40])}${hose('M150 130C80 300 130 420 330 470', 40, [40, 42, 48])}
    <g transform="translate(${shake} ${shake * 0.7})">
      <path d="M330 330h600l40 60v150l-50 40H350l-50-40V390z" fill="url(#block)"/>
      <path d="M360 215h540l26 34v92H334v-92z" fill="url(#head)"/>
      <path d="M402 160h450q26 0 26 26v36H376v-36q0-26 26-26z" fill="${lit([74, 142, 100], 1.05)}"/>
      <path d="M402 168h450" stroke="${lit([226, 255, 232], 0.8)}" stroke-width="4" opacity="0.6"/>
      ${[430, 530, 630, 730, 830].map((x) => bolt(x, 196, 9)).join('')}
      ${[380, 470, 560, 650, 740, 830].map((x) => bolt(x, 320, 7)).join('')}
      ${[400, 520, 640, 760, 880].map((x) => bolt(x, 552, 8)).join('')}
      ${[455, 575, 695, 815].map((x) => `<path d="M${x} 250h26v70h-26z" fill="${green(0.5)}"/><circle cx="${x + 13}" cy="252" r="13" fill="${lit([190, 192, 188])}"/>`).join('')}
      <path d="M455 262C480 216 560 214 590 262S700 214 710 262 820 214 830 262" fill="none" stroke="${lit([196, 198, 196])}" stroke-width="6"/>
      <circle cx="505" cy="158" r="28" fill="${lit([30, 32, 34])}"/><circle cx="505" cy="153" r="23" fill="${lit([64, 66, 68])}"/><path d="M488 153h34" stroke="${lit([20, 20, 20])}" stroke-width="7"/>
      <path d="M690 118h168q18 0 18 20v24H672v-24q0-20 18-20z" fill="${lit([40, 42, 46])}"/>${Array.from({ length: 11 }, (_, n) => `<path d="M${686 + n * 17} 122v38" stroke="${lit([92, 94, 98])}" stroke-width="4"/>`).join('')}
      <rect x="590" y="388" width="210" height="66" rx="6" fill="${green(0.62)}"/><rect x="602" y="398" width="186" height="46" rx="3" fill="${lit([214, 216, 210])}"/><path d="M618 414h96M618 428h150" stroke="${lit([60, 62, 60])}" stroke-width="5"/>
      <path d="M880 470h70q24 0 24 26v74q0 24-24 24h-70q-24 0-24-24v-74q0-26 24-26z" fill="${lit([236, 236, 232], 0.95)}"/><path d="M856 500h118" stroke="${lit([40, 74, 128])}" stroke-width="16"/>
      ${pulley(372, 500, 92, [58, 60, 64])}${pulley(352, 300, 50, [66, 68, 72])}${pulley(206, 392, 62, [150, 152, 152])}
      <path d="M280 500C276 470 306 262 318 262M464 494C452 420 414 330 400 290M330 252q40-12 66 30M146 400q10-70 70-72l114-30M210 454q60 90 150 138" fill="none" stroke="${lit([22, 22, 24])}" stroke-width="15" stroke-linecap="round"/>
      ${Array.from({ length: 8 }, (_, n) => `<path d="M${176 + n * 8} 352v78" stroke="${lit([90, 92, 92])}" stroke-width="3" opacity="0.8"/>`).join('')}
      <path d="M700 452C710 340 744 318 742 262" fill="none" stroke="${lit([60, 60, 62])}" stroke-width="6"/><circle cx="742" cy="246" r="17" fill="none" stroke="${lit([244, 196, 32])}" stroke-width="8"/>
    </g>
    ${hose('M930 300C1010 300 1030 380 1110 400S1240 420 1300 400', 34, [140, 30, 26])}${hose('M300 560C200 600 120 590 -20 640', 46, [40, 44, 50])}${hose('M560 590C600 650 760 660 900 640S1180 600 1300 640', 24, [46, 78, 128])}
    <path d="M1010 470h96v150h-96z" fill="${lit([206, 214, 216], 0.5)}"/><path d="M1000 452h116v30h-116z" fill="${lit([34, 60, 110])}"/><path d="M1016 520h84v94h-84z" fill="${lit([150, 176, 160], 0.7)}" opacity="0.8"/>
    <ellipse cx="800" cy="-12" rx="210" ry="56" fill="#fff2cf" opacity="${0.45 * lamp}" filter="url(#soft)"/>`
}
