import ipaddr from 'ipaddr.js'
import { plainHost } from './plain-host.ts'

/** Whether a host name or address, as in a URL or of a socket, is this machine itself. */
export function isLoopback(host: string): boolean {
  const plain = plainHost(host)
  return plain === 'localhost' || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback')
}
