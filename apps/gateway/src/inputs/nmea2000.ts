import {
  ACTISENSE_GREETING,
  advance,
  type Frame,
  isOfInterest,
  n2kReader,
  n2kStream,
  recordingIn,
  TIMELINE_START,
} from '@binnacle/onboard'
import type { Nmea2000Settings } from '../config/settings.ts'
import { type Format, file } from '../transport/file.ts'
import { openLink } from '../transport/open.ts'
import type { InputState } from '../transport/reconnect.ts'
import type { StartInput } from './input.ts'
import { InputMonitor } from './input-monitor.ts'

/** Hears an NMEA 2000 bus through any adapter whose format n2kStream knows; which one it is shows in the bytes. */
export const startNmea2000: StartInput<Nmea2000Settings> = (settings, sink, log, played) => {
  const { name, link, bilgeWater, bilgePumps } = settings
  const monitor = new InputMonitor(name, log)
  const framesIn = n2kStream(isOfInterest)
  const read = n2kReader({ bilgeWater, bilgePumps, withhold: sink.withhold })
  const setState = (state: InputState, sentence: string) => monitor.setState(state, sentence)
  const take = (frame: Frame | undefined, at: number) => {
    if (!frame) return
    monitor.messageReceived()
    const heard = read(frame, at)
    for (const observation of heard?.observations ?? []) sink.observe(observation)
    // A recording's time is the past's.
    if (link.kind !== 'file' && heard?.gpsTime !== undefined) sink.time(heard.gpsTime)
  }
  const data = (bytes: Buffer, at: number) => {
    for (const frame of framesIn(bytes)) take(frame, at)
  }
  const open =
    link.kind === 'file'
      ? file({ ...link, played }, RECORDING, { take, setState })
      : openLink(link, { data, setState }, { greeting: ACTISENSE_GREETING })
  return { name, status: () => monitor.status(), close: () => open.close() }
}

const RECORDING: Format<Frame | undefined> = {
  read: recordingIn,
  clock: () => {
    let time = TIMELINE_START
    return (frame) => {
      if (!frame) return undefined
      time = advance(time, frame.stamp)
      return time.at
    }
  },
}
