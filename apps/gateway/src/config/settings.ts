import type { MxpgnOrder, Switch } from '@binnacle/onboard'

/** Where bytes come from, as they are sent: exactly one of these. */
export type LiveLink =
  | { kind: 'tcp'; host: string; port: number }
  /** Listens on the port, on all of this machine's addresses. */
  | { kind: 'udp'; port: number }
  | { kind: 'serial'; path: string; baud: number }
  /** A program's standard output, such as `candump -ta can0`. */
  | { kind: 'command'; command: string; args: readonly string[] }

export type Link = LiveLink | { kind: 'file'; path: string; speed: Speed }

/** recorded: a line when it is due. fast: at once, as if the recording had ended just now. */
export type Speed = 'recorded' | 'fast'

/** Every input has a name for status and log: the owner's, or made of its kind and place, such as nmea0183 192.168.1.20:10110. */
interface Named {
  name: string
}

export interface Nmea2000Settings extends Named {
  link: Link
  /** Contacts of switch banks (PGN 127501) that close when there is water, and those that are closed while a pump runs. */
  bilgeWater: readonly Switch[]
  bilgePumps: readonly Switch[]
}

export interface Nmea0183Settings extends Named {
  link: Link
  /** Refuse sentences without a checksum; a wrong one never counts. */
  requireChecksum?: boolean
  /** How the gateway writes the bytes of $MXPGN; last-first without it. */
  mxpgnOrder?: MxpgnOrder
  /** As in Nmea2000Settings, for switch banks in $PCDIN and $MXPGN. */
  bilgeWater: readonly Switch[]
  bilgePumps: readonly Switch[]
}

export interface SignalkSettings extends Named {
  /** ws:// or wss:// or http(s)://host:port of the server, without a path. */
  url: string
  token?: string
  /** Believe a certificate that nobody has signed, as devices in a boat's own network have it. */
  anyCertificate?: boolean
  /**
   * Signal K paths, such as electrical.switches.bilge.state, that are truthy when there is water, a pump runs, or shore power is
   * on.
   */
  bilgeWater: readonly string[]
  bilgePumps: readonly string[]
  shorePower: readonly string[]
}

export interface VictronSettings extends Named {
  /** MQTT broker of the GX device. */
  host: string
  port: number
  tls: boolean
  /** As in SignalkSettings: a GX has signed its own. */
  anyCertificate?: boolean
  username?: string
  password?: string
  /** VRM portal id; found from the first topic where absent. */
  portal?: string
  /** Numbers of digital inputs that the GX does not know as bilge alarm (type 4) or bilge pump (type 3). */
  bilgeWater: readonly number[]
  bilgePumps: readonly number[]
}

/** Where the gateway listens for the motion hook, or for its status page. */
export interface ListenerSettings {
  host: string
  port: number
  /** Of its own: whoever has it can use this listener, and nothing else. */
  token: string
}
