import { stamp } from './caption.ts'
import { css, type Light, mix, type Rgb } from './light.ts'
import { gradient } from './sea.ts'

/** The hands of the clock on the bulkhead, which goes right. */
function hands(at: Date, x: number, y: number): string {
  const [hour, minute] = stamp(at).slice(-5).split(':').map(Number) as [number, number]
  const hand = (turn: number, length: number) =>
    `M${x} ${y}l${length * Math.sin(2 * Math.PI * turn)} ${-length * Math.cos(2 * Math.PI * turn)}`
  return hand((hour + minute / 60) / 12, 17) + hand(minute / 60, 27)
}

/** From the companionway forward: table, settees, mahogany, and what light the portlights let in. A lamp burns by night. */
export function saloon({ at, day, middle, horizon, random }: Light): string {
  const lamp = day < 0.45 ? 1 : 0
  const warmth: Rgb = [255, 208, 140]
  const brightness = Math.max(0.14 + 0.86 * day, 0.5 * lamp)
  const lit = (colour: Rgb, part = 1) =>
    css(mix([8, 7, 7], mix(colour, lamp ? warmth : horizon, lamp ? 0.16 : 0.1), Math.min(1, brightness * part)))
  const wood: Rgb = [150, 88, 50]
  const portlight = (x: number, y: number, tilt: number) =>
    `<g transform="translate(${x} ${y}) skewY(${tilt})"><rect x="-74" y="-34" width="148" height="68" rx="30" fill="${lit([196, 176, 120])}"/><rect x="-64" y="-25" width="128" height="50" rx="23" fill="${css(mix(middle, horizon, 0.5))}"/><path d="M-58 8q60 ${6 + 6 * random()} 116 0v6q-8 12-24 12h-70q-16 0-22-12z" fill="${css(mix(middle, [20, 50, 60], 0.6))}"/></g>`
  const grain = Array.from({ length: 46 }, () => {
    const y = 120 + random() * 420
    return `<path d="M380 ${y}q130 ${8 * (random() - 0.5)} 260 0t260 ${6 * (random() - 0.5)}" fill="none" stroke="${lit([96, 52, 28])}" stroke-width="1.6" opacity="0.35"/>`
  })
  const cushions = (left: boolean) =>
    [0, 1, 2].map((n) => {
      const [a, b, c, d] = [360 - n * 118, 360 - (n + 1) * 118, 452 + n * 34, 452 + (n + 1) * 34]
      const path = `M${a} ${c}L${b + 8} ${d}L${b - 22} ${d - 136 - n * 18}L${a - 12} ${c - 118 - n * 14}z`
      return `<path d="${path}" ${left ? '' : 'transform="translate(1280 0) scale(-1 1)"'} fill="${lit([38, 58, 104], 1 - n * 0.06)}" stroke="${lit([22, 34, 64])}" stroke-width="4" stroke-linejoin="round"/>`
    })
  const seat = (left: boolean) =>
    `<g ${left ? '' : 'transform="translate(1280 0) scale(-1 1)"'}><path d="M372 456L420 486 130 660-30 740-30 560z" fill="${lit([48, 70, 120])}"/><path d="M420 486L130 660-30 740" fill="none" stroke="${lit([26, 40, 74])}" stroke-width="5"/><path d="M420 486v52L190 740H-30z" fill="${lit(wood, 0.7)}"/></g>`
  return `<defs>${gradient('ceiling', [
    [0, lit([236, 230, 216], 0.85)],
    [1, lit([250, 246, 236])],
  ])}${gradient('table', [
    [0, lit([186, 116, 68])],
    [1, lit([132, 74, 40])],
  ])}
      <radialGradient id="lampGlow"><stop offset="0" stop-color="#ffe7b0" stop-opacity="0.9"/><stop offset="0.25" stop-color="#ffc870" stop-opacity="0.35"/><stop offset="1" stop-color="#ff9a30" stop-opacity="0"/></radialGradient></defs>
    <rect width="1280" height="720" fill="${lit([120, 72, 42], 0.75)}"/>
    <path d="M-10 -10H1290V60L930 120H350L-10 60z" fill="url(#ceiling)"/>
    <path d="M530 18h220l-24 62H554z" fill="${lit([210, 206, 196], 0.8)}"/><path d="M548 26h184l-16 46H564z" fill="${css(mix(middle, [255, 255, 255], 0.25 * day))}"/>
    <path d="M-10 60L350 120V470L-10 600z" fill="${lit(wood, 0.86)}"/><path d="M1290 60L930 120V470L1290 600z" fill="${lit(wood, 0.86)}"/>
    <path d="M350 120H930V520H350z" fill="${lit(wood)}"/>${grain.join('')}
    <path d="M560 150q80-36 160 0v372H560z" fill="${lit([40, 24, 16])}"/><path d="M572 160q68-30 136 0v362H572z" fill="${lit([28, 20, 18])}"/>
    <path d="M584 430h112v92H584z" fill="${lit([60, 74, 110], 0.6)}"/><path d="M600 250h80v60h-80z" fill="${css(mix(middle, horizon, 0.4))}" opacity="${0.35 + 0.5 * day}"/>
    ${portlight(130, 178, 10)}${portlight(280, 196, 8)}${portlight(1150, 178, -10)}${portlight(1000, 196, -8)}
    <circle cx="452" cy="228" r="44" fill="${lit([206, 170, 84])}"/><circle cx="452" cy="228" r="35" fill="${lit([246, 244, 234])}"/><path d="${hands(at, 452, 228)}" stroke="${lit([30, 30, 30])}" stroke-width="4" stroke-linecap="round"/>
    <circle cx="830" cy="228" r="44" fill="${lit([206, 170, 84])}"/><circle cx="830" cy="228" r="35" fill="${lit([246, 244, 234])}"/><path d="M830 234l-16-22" stroke="${lit([30, 30, 30])}" stroke-width="4" stroke-linecap="round"/>
    <path d="M366 356h178v10H366zM736 356h178v10H736z" fill="${lit([92, 50, 28])}"/>
    ${Array.from(
      { length: 9 },
      (_, n) =>
        `<rect x="${374 + n * 18}" y="${312 + (n % 3) * 5}" width="14" height="${44 - (n % 3) * 5}" fill="${lit(
          [
            [150, 40, 40],
            [40, 80, 120],
            [210, 190, 140],
            [60, 100, 70],
          ][n % 4] as unknown as Rgb,
          0.85,
        )}"/>`,
    ).join('')}
    <path d="M766 318h44v38h-44zM826 304h22v52h-22z" fill="${lit([196, 206, 204], 0.8)}"/>
    <path d="M400 520H880L1010 740H270z" fill="${lit([126, 84, 50], 0.7)}"/>${Array.from({ length: 9 }, (_, n) => `<path d="M${430 + n * 52} 520L${330 + n * 78} 740" stroke="${lit([70, 42, 24])}" stroke-width="2.5"/>`).join('')}
    ${seat(true)}${seat(false)}${cushions(true).join('')}${cushions(false).join('')}
    <path d="M500 520h70v200h-70zM710 520h70v200h-70z" fill="${lit([92, 52, 30])}"/>
    <path d="M440 484H840L930 640H350z" fill="url(#table)"/><path d="M440 484H840L930 640H350z" fill="none" stroke="${lit([96, 54, 30])}" stroke-width="9" stroke-linejoin="round"/><path d="M640 484v156" stroke="${lit([96, 54, 30])}" stroke-width="4"/>
    <path d="M690 520l96 4 20 52-112-8z" fill="${lit([222, 232, 236])}"/><path d="M704 532q30 18 52 6t36 22" fill="none" stroke="${lit([90, 140, 170])}" stroke-width="3"/>
    <ellipse cx="540" cy="566" rx="26" ry="12" fill="${lit([70, 40, 22])}"/><path d="M516 524h48v40q-24 14-48 0z" fill="${lit([236, 236, 232])}"/><ellipse cx="540" cy="524" rx="24" ry="9" fill="${lit([78, 46, 28])}"/><path d="M564 530q20 2 18 16t-20 12" fill="none" stroke="${lit([236, 236, 232])}" stroke-width="6"/>
    <path d="M640 118v40" stroke="${lit([170, 140, 70])}" stroke-width="5"/><path d="M606 196q34-50 68 0z" fill="${lit([206, 170, 84])}"/><ellipse cx="640" cy="198" rx="20" ry="9" fill="${lamp ? '#fff1c8' : lit([230, 226, 214])}"/>
    ${lamp ? '<circle cx="640" cy="204" r="430" fill="url(#lampGlow)"/>' : ''}`
}
