import { renderUnicodeCompact } from 'uqr'
import { isLoopback } from '../network/loopback.ts'
import { networkAddress } from '../network/network-address.ts'
import type { Config } from '../settings/config.ts'

/** What a terminal shows once the service runs: its address and, where a phone in the same network gets through, a QR code. */
export function welcome(config: Addresses): string {
  const phone = addressForPhone(config, networkAddress())
  const code = phone === undefined ? [] : ['', renderUnicodeCompact(phone), '', `On a phone: ${phone}`]
  return ['', `Open ${config.baseUrl}`, ...code, ''].join('\n')
}

type Addresses = Pick<Config, 'baseUrl' | 'host' | 'port'>

/** BASE_URL unless only this machine reaches it; then `own`, the address in the local network, where the service listens there. */
export function addressForPhone({ baseUrl, host, port }: Addresses, own: string | undefined): string | undefined {
  if (!isLoopback(new URL(baseUrl).hostname)) return baseUrl
  if (isLoopback(host)) return undefined
  const reached = ['0.0.0.0', '::'].includes(host) ? own : host
  return reached && `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
