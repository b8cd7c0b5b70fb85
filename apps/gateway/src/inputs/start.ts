import { type DepthReference, depthBelow, type Log } from '@binnacle/onboard'
import type { InputSettings } from '../config/load.ts'
import type { PlayedFiles } from '../transport/played-files.ts'
import type { Input, Sink } from './input.ts'
import { startNmea0183 } from './nmea0183.ts'
import { startNmea2000 } from './nmea2000.ts'
import { startSignalk } from './signalk.ts'
import { startVictron } from './victron.ts'

interface HearingOptions {
  /** What the owner wants to have the depth below. */
  depth: DepthReference
  played?: PlayedFiles
}

/** Starts an input. Its name leads in the source of all that it observes: nmea2000/35/128267. */
export function startInput(input: InputSettings, sink: Sink, log: Log, { depth, played }: HearingOptions): Input {
  const { name } = input.settings
  const below = depthBelow(depth, sink.withhold)
  const named: Sink = {
    observe: (observation) => {
      const wanted = below({ ...observation, source: `${name}/${observation.source}` })
      if (wanted) sink.observe(wanted)
    },
    withhold: (withheld) => sink.withhold({ ...withheld, source: `${name}/${withheld.source}` }),
    time: (trueMs) => sink.time(trueMs),
    standingFaults: (source) => sink.standingFaults?.(`${name}/${source}`) ?? [],
  }
  switch (input.type) {
    case 'nmea2000':
      return startNmea2000(input.settings, named, log, played)
    case 'nmea0183':
      return startNmea0183(input.settings, named, log, played)
    case 'signalk':
      return startSignalk(input.settings, named, log)
    case 'victron':
      return startVictron(input.settings, named, log)
  }
}
