import { signalkServers, victronDevices } from './network.ts'
import { canInterfaces, type Found, serialPorts } from './ports.ts'

/** Looks where a boat's data comes from on most boats; takes some seconds. */
export async function find(): Promise<Found[]> {
  const signalk = await signalkServers()
  const others = (await Promise.all([canInterfaces(), serialPorts(), victronDevices()])).flat()
  return [...signalk, ...(signalk.length > 0 ? others.map(unsure) : others)]
}

/** A Signal K server reads them already, and a serial port has one reader only. */
const unsure = (found: Found): Found => ({ ...found, sure: false })

/** The part of the settings file that names the inputs: what is not sure is there as a comment. */
export function proposal(found: readonly Found[]): string {
  const lines = found.map(({ what, input, sure }) =>
    sure ? `  - ${input}  # ${what}` : `  # ${what}: remove the first # to read it\n  #- ${input}`,
  )
  return ['inputs:', ...lines].join('\n')
}
