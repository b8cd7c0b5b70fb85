import type { Switch } from '@binnacle/onboard'
import { oneOf, optional, type Rule, text, whole } from './checker.ts'
import type { Link, Speed } from './settings.ts'

/** HOST:PORT, with an IPv6 address in brackets. */
export function address(written: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(written) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined
}

/** An address of one of the protocols, without the slash at its end. */
export const url = (...protocols: string[]): Rule<string> =>
  text(`an address that begins with ${protocols.map((p) => `${p}://`).join(' or ')}`, (written) => {
    if (!URL.canParse(written)) return undefined
    const { protocol, username, password } = new URL(written)
    const plain = protocols.includes(protocol.slice(0, -1)) && !username && !password
    return plain ? written.replace(/\/+$/, '') : undefined
  })

/** BANK.INDICATOR of a switch bank, such as 1.10. */
export const contact: Rule<Switch> = text('BANK.INDICATOR of a switch bank, such as 1.3', (written) => {
  const [, bank, indicator] = /^(\d{1,3})\.(\d{1,2})$/.exec(written) ?? []
  const is = { bank: Number(bank), indicator: Number(indicator) }
  return is.bank <= 252 && is.indicator >= 1 && is.indicator <= 28 ? is : undefined
})

/** SocketCAN names of Linux have at most 15 characters. */
const canName = text('the name of a CAN interface, such as can0', (written) =>
  /^[\w.-]{1,15}$/.test(written) ? written : undefined,
)
const SPEEDS: readonly Speed[] = ['recorded', 'fast']

/** What every link may say; an input takes from it which kinds it has. */
export const LINK = {
  tcp: optional(text('HOST:PORT, such as 192.168.1.20:1457', address)),
  udp: optional(whole(1, 65_535)),
  serial: optional(text('a serial port, such as /dev/ttyUSB0')),
  baud: optional(whole(300, 3_000_000)),
  file: optional(text('the path of a recording')),
  speed: optional(oneOf(SPEEDS)),
}
export const CAN_LINK = { can: optional(canName), ...LINK }

interface LinkSettings {
  can?: string
  tcp?: { host: string; port: number }
  udp?: number
  serial?: string
  baud?: number
  file?: string
  speed?: Speed
}

/** What is wrong with the links that an input's settings name; undefined: nothing. */
export function linkProblem(has: (name: string) => boolean, kinds: readonly string[]): string | undefined {
  const [link, ...more] = kinds.filter(has)
  if (!link || more.length > 0) return `must have exactly one of ${kinds.join(', ')}`
  if (has('baud') && link !== 'serial') return 'baud is allowed only with serial'
  if (has('speed') && link !== 'file') return 'speed is allowed only with file'
  return undefined
}

/** The link that an input's settings name. */
export function linkOf(
  { can, tcp, udp, serial, baud, file, speed }: LinkSettings,
  usualBaud: number,
): Link | undefined {
  // -ta: with the time of reception and, unlike -L, readable for interfaces of any name.
  if (can !== undefined) return { kind: 'command', command: 'candump', args: ['-ta', can] }
  if (tcp) return { kind: 'tcp', ...tcp }
  if (udp !== undefined) return { kind: 'udp', port: udp }
  if (serial !== undefined) return { kind: 'serial', path: serial, baud: baud ?? usualBaud }
  if (file !== undefined) return { kind: 'file', path: file, speed: speed ?? 'recorded' }
  return undefined
}
