import ipaddr from 'ipaddr.js'

/** What a limit for an address counts: an IPv4 address, or the /64 of an IPv6 address, whose 2⁶⁴ addresses one subscriber has. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  // An IPv4 address may come as IPv6 (::ffff:192.0.2.1).
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
