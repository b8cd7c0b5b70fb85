import { linesIn, nmea0183Clock, nmea0183Reader } from '@binnacle/onboard'
import type { Nmea0183Settings } from '../config/settings.ts'
import { file } from '../transport/file.ts'
import { lineSplitter } from '../transport/lines.ts'
import { openLink } from '../transport/open.ts'
import type { InputState } from '../transport/reconnect.ts'
import type { StartInput } from './input.ts'
import { InputMonitor } from './input-monitor.ts'

/** Hears NMEA 0183, and the NMEA 2000 messages that gateways wrap in it. */
export const startNmea0183: StartInput<Nmea0183Settings> = (settings, sink, log, played) => {
  const { name, link, requireChecksum, mxpgnOrder, bilgeWater, bilgePumps } = settings
  const monitor = new InputMonitor(name, log)
  const read = nmea0183Reader({ requireChecksum, mxpgnOrder, n2k: { bilgeWater, bilgePumps, withhold: sink.withhold } })
  const setState = (state: InputState, sentence: string) => monitor.setState(state, sentence)
  const take = (line: string, at: number) => {
    const heard = read(line, at)
    if (!heard) return
    monitor.messageReceived()
    // The time in a recording was true when it was recorded.
    if (heard.gpsTime !== undefined && link.kind !== 'file') sink.time(heard.gpsTime)
    for (const observation of heard.observations) sink.observe(observation)
  }
  let received = 0
  const split = lineSplitter((line) => take(line, received))
  const data = (bytes: Buffer, at: number) => {
    received = at
    split(bytes)
  }
  const open =
    link.kind === 'file'
      ? file({ ...link, played }, { read: linesIn, clock: nmea0183Clock }, { take, setState })
      : openLink(link, { data, setState })
  return { name, status: () => monitor.status(), close: () => open.close() }
}
