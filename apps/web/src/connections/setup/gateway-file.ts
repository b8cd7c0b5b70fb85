import type { CameraView } from '@binnacle/contract'

/** Where the gateway hears the boat, as its settings name it. */
export type GatewayInput =
  | { type: 'nmea2000'; link: 'tcp' | 'serial' | 'can'; at: string }
  | { type: 'nmea0183'; link: 'tcp' | 'udp'; at: string }
  | { type: 'nmea0183'; link: 'serial'; at: string; baud: number }
  | { type: 'victron'; host: string; secured: boolean }

/** A camera; `at` is the address or device as its kind wants it. Its password is typed in on board, never here. */
export interface GatewayCamera {
  kind: 'rtsp' | 'http' | 'onvif' | 'usb' | 'rpicam'
  name: string
  view: CameraView
  at: string
  login: boolean
}

export interface GatewayParts {
  /** The address of the service, without a slash at its end. */
  service: string
  inputs: readonly GatewayInput[]
  cameras: readonly GatewayCamera[]
  /** The engine that feeds the vessel's hour meter; '' leaves it to the gateway. */
  hourMeter?: string
}

export const KEY_FILE = '/etc/binnacle-gateway.key'
export const SETTINGS_FILE = '/etc/binnacle-gateway.yaml'

/** What stands in the file until its owner writes the right one in its place, on board. */
const PASSWORD = 'PASSWORD'

/**
 * The gateway's settings as YAML, ready for SETTINGS_FILE. Source: apps/gateway/README.md; its own reader judges them in the
 * tests.
 */
export function gatewayFile({ service, inputs, cameras, hourMeter }: GatewayParts): string {
  const lines = [
    `service: ${service}`,
    `keyFile: ${KEY_FILE}`,
    ...(hourMeter?.trim() ? [`hourMeter: ${quoted(hourMeter)}`] : []),
    ...(inputs.length > 0 ? ['inputs:', ...inputs.flatMap((input) => item(inputLines(input)))] : []),
    ...(cameras.length > 0 ? ['cameras:', ...cameras.flatMap((camera) => item(cameraLines(camera)))] : []),
  ]
  return `${lines.join('\n')}\n`
}

const item = (lines: string[]): string[] => lines.map((line, i) => (i === 0 ? `  - ${line}` : `    ${line}`))

/** JSON's strings are YAML's, whatever is in them. */
const quoted = (text: string): string => JSON.stringify(text.trim())

function inputLines(input: GatewayInput): string[] {
  if (input.type === 'victron') {
    // A GX has signed its certificate itself.
    const secured = ['tls: true', 'anyCertificate: true', `password: ${quoted(PASSWORD)}`]
    return ['type: victron', `host: ${quoted(input.host)}`, ...(input.secured ? secured : [])]
  }
  const at = input.link === 'udp' ? Number(input.at) : quoted(input.at)
  const lines = [`type: ${input.type}`, `${input.link}: ${at}`]
  return 'baud' in input ? [...lines, `baud: ${input.baud}`] : lines
}

function cameraLines({ kind, name, view, at, login }: GatewayCamera): string[] {
  const user = login && kind !== 'usb' && kind !== 'rpicam'
  return [
    `kind: ${kind}`,
    `name: ${quoted(name)}`,
    `view: ${view}`,
    ...placeLines(kind, at.trim()),
    ...(user ? ['username: admin', `password: ${quoted(PASSWORD)}`] : []),
  ]
}

function placeLines(kind: GatewayCamera['kind'], at: string): string[] {
  if (kind === 'rpicam') return []
  if (kind === 'usb') return [`device: ${quoted(at)}`]
  if (kind !== 'onvif') return [`url: ${quoted(at)}`]
  // Of an IPv6 address only what follows its bracket is a port.
  const [, inBrackets, name, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(at) ?? []
  return [`host: ${quoted(inBrackets ?? name ?? at)}`, ...(port ? [`port: ${port}`] : [])]
}

/** An input in one line, as install.sh takes it. */
export const inputLine = (input: GatewayInput): string => inputLines(input).join(', ')

/** Whether something in the file is still to be written in on board. */
export const wantsPassword = ({ inputs, cameras }: Pick<GatewayParts, 'inputs' | 'cameras'>): boolean =>
  inputs.some((input) => input.type === 'victron' && input.secured) || cameras.some(({ login }) => login)
