import ipaddr from 'ipaddr.js'

/** Whether a host name or address, as in a URL or of a socket, is this machine itself. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '')
  return plain === 'localhost' || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback')
}
