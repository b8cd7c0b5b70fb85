import type { GatewayInput } from './gateway-file.ts'

/** The usual ways to an NMEA network, each with the address that its maker gives it. Source: apps/gateway/README.md. */
export const WIRINGS = {
  'yacht-devices': { type: 'nmea2000', link: 'tcp', at: '192.168.4.1:1457' },
  'actisense-w2k': { type: 'nmea2000', link: 'tcp', at: '192.168.4.1:60002' },
  'n2k-usb': { type: 'nmea2000', link: 'serial', at: '/dev/ttyUSB0' },
  'n2k-can': { type: 'nmea2000', link: 'can', at: 'can0' },
  '0183-tcp': { type: 'nmea0183', link: 'tcp', at: '192.168.1.20:10110' },
  '0183-udp': { type: 'nmea0183', link: 'udp', at: '10110' },
  '0183-serial': { type: 'nmea0183', link: 'serial', at: '/dev/ttyUSB0', baud: 4800 },
} as const satisfies Record<string, GatewayInput>

export type Wiring = keyof typeof WIRINGS
type Link = (typeof WIRINGS)[Wiring]['link']

export const wiringsOf = (type: 'nmea2000' | 'nmea0183'): Wiring[] =>
  (Object.keys(WIRINGS) as Wiring[]).filter((wiring) => WIRINGS[wiring].type === type)

/** What is wrong with an address, as far as can be told from here; null when it may be right. */
export function problemOfAt(link: Link, at: string): 'tcp' | 'udp' | 'other' | null {
  const text = at.trim()
  if (link === 'udp') return isPort(text) ? null : 'udp'
  if (link !== 'tcp') return text === '' ? 'other' : null
  const [, port] = /^(?:\[[0-9a-f:.]+\]|[\w.-]+):(\d+)$/i.exec(text) ?? []
  return port && isPort(port) ? null : 'tcp'
}

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
