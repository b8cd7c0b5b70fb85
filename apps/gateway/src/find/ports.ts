import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A link to the boat's network that the gateway could read. */
export interface Found {
  /** For the owner. */
  what: string
  /** What to write in the settings, in one line of YAML. */
  input: string
  /** Whether it is known what comes from it. Only then it is proposed. */
  sure: boolean
}

/** Linux' ARPHRD_CAN. */
const CAN_TYPE = '280'

/** Network interfaces of CAN hats and adapters, whether they are up or not. */
export async function canInterfaces(folder = '/sys/class/net'): Promise<Found[]> {
  const names = await namesIn(folder)
  const types = await Promise.all(names.map((name) => readFile(join(folder, name, 'type'), 'utf8').catch(() => '')))
  return names
    .filter((name, i) => types[i]!.trim() === CAN_TYPE && !name.startsWith('vcan'))
    .map((name) => ({ what: `CAN interface ${name}`, input: `{type: nmea2000, can: ${name}}`, sure: true }))
}

/** Serial ports by what their USB device calls itself: that name is the same after each start. */
export async function serialPorts(folder = '/dev/serial/by-id'): Promise<Found[]> {
  return (await namesIn(folder)).flatMap((name) => serialPort(name, join(folder, name)))
}

const NMEA_2000 = /actisense|ngt-?1|ngx-?1|ydnu|yacht_?devices/i
const NMEA_0183 = /gps|gnss|u-?blox|nmea|ais/i
/** Another protocol: a GX device reads it, and the gateway reads the GX device. */
const VE_DIRECT = /victron|ve[._-]?direct/i

function serialPort(name: string, path: string): Found[] {
  if (VE_DIRECT.test(name)) return []
  const serial = JSON.stringify(path)
  if (NMEA_2000.test(name))
    return [{ what: `NMEA 2000 adapter ${name}`, input: `{type: nmea2000, serial: ${serial}}`, sure: true }]
  const input = `{type: nmea0183, serial: ${serial}, baud: 4800}`
  return [{ what: `Serial port ${name}`, input, sure: NMEA_0183.test(name) }]
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    () => [],
  )
