import { networkInterfaces } from 'node:os'

/** Of this machine in its network; undefined without one. */
export function networkAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
