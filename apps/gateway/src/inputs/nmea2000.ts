import { ACTISENSE_GREETING, advance, n2kReader, n2kStream, readFrame, TIMELINE_START } from '@binnacle/onboard'
import type { RecorderClock } from '../transport/file.ts'
import { openLink } from '../transport/open.ts'
import type { StartInput } from './input.ts'
import { InputMonitor } from './input-monitor.ts'
import type { Nmea2000Settings } from './settings.ts'

/** Hears an NMEA 2000 bus through any adapter whose format n2kStream knows; which one it is shows in the bytes. */
export const startNmea2000: StartInput<Nmea2000Settings> = (settings, sink, log, played) => {
  const { name, link, bilgeWater, bilgePumps } = settings
  const monitor = new InputMonitor(name, log)
  const framesIn = n2kStream()
  const read = n2kReader({ bilgeWater, bilgePumps, withhold: sink.withhold })
  const live = link.kind !== 'file'
  const open = openLink(
    link,
    {
      data: (bytes, at) => {
        for (const frame of framesIn(bytes)) {
          monitor.messageReceived()
          const heard = read(frame, at)
          for (const observation of heard?.observations ?? []) sink.observe(observation)
          // A recording's time is the past's.
          if (live && heard?.gpsTime !== undefined) sink.time(heard.gpsTime)
        }
      },
      setState: (state, sentence) => monitor.setState(state, sentence),
    },
    { greeting: ACTISENSE_GREETING, clock: recorderClock, played },
  )
  return { name, status: () => monitor.status(), close: () => open.close() }
}

const recorderClock: RecorderClock = () => {
  let time = TIMELINE_START
  return (line) => {
    const frame = readFrame(line)
    if (!frame) return undefined
    time = advance(time, frame.stamp)
    return time.at
  }
}
