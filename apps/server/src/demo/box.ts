import { setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryReceipt } from '@binnacle/contract'
import { startCameras } from './camera-box.ts'
import { type Moment, readingsAt } from './instruments.ts'
import type { BoatNow } from './prepare.ts'
import { HOUR_MS } from './season.ts'
import { send } from './send.ts'
import { HOUR_FRACTION, liveMoment } from './voyages.ts'

/** The boxes of the demo: what is on board of each boat, talking to the service at `url` as real ones do until they are stopped. */
export function startBoxes(url: string, boats: readonly BoatNow[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = Date.now()
  const running = boats
    .flatMap((boat) => [tellReadings(url, boat, started, signal), startCameras(url, boat, signal)])
    .map((box) => box.catch((error) => signal.aborted || console.error('A box of the demo has stopped:', error)))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function tellReadings(url: string, now: BoatNow, started: number, stop: AbortSignal): Promise<void> {
  for (;;) {
    const readings = readingsAt(now.boat.fitting, momentOf(now, started, new Date()))
    const sent = await send<TelemetryReceipt>(`${url}/v1/telemetry`, now.boxKey, { readings }, stop)
    await sleep(sent.ok ? now.boat.postEveryMs : sent.waitMs, undefined, { signal: stop })
  }
}

/** The engine has run since the demo started, from where the meter stood; that of a boat at its berth rests. */
function momentOf({ boat, meter }: BoatNow, started: number, at: Date): Moment {
  const engineHours = meter + HOUR_FRACTION
  const { fitting, underWay } = boat
  if (underWay === null) return { at, doing: 'berth', place: fitting.waters.berth, engineHours }
  return liveMoment(fitting, at, engineHours + (at.getTime() - started) / HOUR_MS)
}
