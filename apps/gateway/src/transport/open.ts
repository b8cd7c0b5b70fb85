import type { LiveLink } from '../config/settings.ts'
import { command } from './command.ts'
import { type Closable, type Receiver, reconnecting } from './reconnect.ts'
import { serial } from './serial.ts'
import { tcp } from './tcp.ts'
import { udp } from './udp.ts'

/** A half-open connection is silent for ever: Wi-Fi gateways lose power without a word. */
const TCP_IDLE_MS = 60_000

export interface LinkOptions {
  /** Written to a serial port when it opens. */
  greeting?: Buffer
}

/** Opens a link of any kind; it reports to the receiver, reconnects by itself, and never throws. */
export function openLink(link: LiveLink, receiver: Receiver, { greeting }: LinkOptions = {}): Closable {
  switch (link.kind) {
    case 'tcp':
      return reconnecting(tcp(link), receiver, { idleMs: TCP_IDLE_MS })
    case 'udp':
      return reconnecting(udp(link), receiver)
    case 'serial':
      return reconnecting(serial({ ...link, greeting }), receiver)
    case 'command':
      return reconnecting(command(link), receiver)
  }
}
