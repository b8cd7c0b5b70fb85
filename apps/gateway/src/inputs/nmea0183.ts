import { nmea0183Clock, nmea0183Reader } from '@binnacle/onboard'
import { lineSplitter } from '../transport/lines.ts'
import { openLink } from '../transport/open.ts'
import type { Receiver } from '../transport/reconnect.ts'
import type { StartInput } from './input.ts'
import { InputMonitor } from './input-monitor.ts'
import type { Nmea0183Settings } from './settings.ts'

/** Hears NMEA 0183, and the NMEA 2000 messages that gateways wrap in it. */
export const startNmea0183: StartInput<Nmea0183Settings> = (settings, sink, log, played) => {
  const { name, link, requireChecksum, mxpgnOrder, bilgeWater, bilgePumps } = settings
  const monitor = new InputMonitor(name, log)
  const read = nmea0183Reader({ requireChecksum, mxpgnOrder, n2k: { bilgeWater, bilgePumps, withhold: sink.withhold } })
  let received = 0
  const split = lineSplitter((line) => {
    const heard = read(line, received)
    if (!heard) return
    monitor.messageReceived()
    // The time in a recording was true when it was recorded.
    if (heard.gpsTime !== undefined && link.kind !== 'file') sink.time(heard.gpsTime)
    for (const observation of heard.observations) sink.observe(observation)
  })
  const receiver: Receiver = {
    data: (bytes, at) => {
      received = at
      split(bytes)
    },
    setState: (state, sentence) => monitor.setState(state, sentence),
  }
  const open = openLink(link, receiver, { clock: nmea0183Clock, played })
  return { name, status: () => monitor.status(), close: () => open.close() }
}
