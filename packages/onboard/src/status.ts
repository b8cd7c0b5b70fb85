import { METRIC_NAMES } from '@binnacle/contract'
import type { SeriesSeen } from './admit/admit.ts'
import type { BoatAlarms } from './alarms/boat-alarms.ts'
import type { CameraStatus } from './camera/camera.ts'
import type { Clock, Stamp, TimeSource } from './clock/clock.ts'
import type { NewestValue } from './newest-values.ts'
import type { Batch, QueueStats } from './queue/queue.ts'
import { WITHHELD_TEXTS, type WithheldCount } from './readings/withheld.ts'
import { withheldValue } from './readings/withheld-line.ts'
import type { BudgetStatus } from './upload/budget.ts'
import type { ConnectionState, UploaderStatus } from './upload/uploader.ts'

/** What the gateway's `status` and the plugin's page show. Times are ISO 8601 in UTC, null where there was none or it is not known. */
export interface OnboardStatus {
  /** When this was written; by the system clock until the true time is known. */
  at: string
  connection: {
    state: ConnectionState
    /** The state in a sentence for the owner, with what to do. */
    sentence: string
    /** Since when it is in this state. */
    since: string | null
    /** When the service answered last and took what it was sent, or the key. */
    lastAnswerAt: string | null
  }
  lastUploadAt: string | null
  /** Before this start, as far as is known. */
  uploadedBeforeAt: string | null
  queue: {
    /** Readings on disk that the service has not said it has. */
    waiting: number
    /** Of these, in the batch that is being sent. */
    sending: number
    bytes: number
    oldestAt: string | null
    /** null while the time of the oldest reading is not known. */
    oldestAgeMs: number | null
    /** Readings left out or dropped because the queue was full. */
    thinned: number
    dropped: number
    /** Batches that the service refused, kept in the folder refused/. */
    refusedBatches: number
    /** Parts of the queue that could not be read and were set aside. */
    damagedParts: number
  }
  /** Readings that the service did not store: how many since the start, and the last 20. */
  rejected: { count: number; last: RejectedReading[] }
  /** The engine that the owner has set to feed the meter. */
  hourMeterSetting: string | null
  /** Engines that count hours, also those not heard since the start, so that the owner can pick the one that feeds the meter. */
  hourMeters: HourMeter[]
  /** What the boat said and is not sent, since the start; the most frequent first. */
  withheld: (WithheldCount & { text: string; valueText: string })[]
  /** What is heard or was listed by the owner, and which source counts; by metric and instance. */
  series: SeriesStatus[]
  clock: ClockStatus
  budgets: BudgetStatus
  cameras: CameraStatus[]
  /** The open alarms of the boat as the service said at `at`; null where it is not asked, or has not answered yet. */
  alarms: (BoatAlarms & { at: string | null }) | null
}

interface RejectedReading {
  at: string | null
  metric: string
  reason: string
}

interface HourMeter {
  instance: string | null
  hours: number
  /** Whether they move the vessel's hour meter. */
  moves: boolean
}

interface SeriesStatus {
  metric: string
  instance: string | null
  /**
   * null for faults, which all sources give, and before a source counts. May be one that was chosen before a restart and has not
   * spoken since.
   */
  chosen: NamedSource | null
  /** Whether the owner chose it. */
  pinned: boolean
  /** Those that were heard besides, by name. */
  others: HeardSource[]
  /** What the owner has listed and nothing heard is called. */
  unheard: string[]
  /** What the chosen one said last, else what was said last; null before the first plausible value. */
  newest: NewestValue | null
}

interface NamedSource {
  source: string
  /** What its device is called, where it has told. */
  name: string | null
}

interface HeardSource extends NamedSource {
  /** Whether the owner listed it. */
  pinned: boolean
  newest: NewestValue | null
}

interface ClockStatus {
  /** Who told the true time since the machine started; null: nobody yet. */
  trust: TimeSource | null
  /** How far the system clock is ahead of the true time, ms. */
  systemAheadMs: number | null
}

interface StatusParts {
  clock: Clock
  queue: QueueStats
  /** The batch that is being sent. */
  sending: Batch | null
  uploader: UploaderStatus
  uploadedBeforeAt: string | null
  budgets: BudgetStatus
  hourMeterSetting: string | null
  engines: readonly { instance?: string; hours: number }[]
  feedsMeter: (instance: string | undefined) => boolean
  withheld: readonly WithheldCount[]
  series: readonly SeriesSeen[]
  namesOf: (source: string) => readonly string[]
  newestOf: (series: SeriesSeen, source: string) => NewestValue | null
  cameras: CameraStatus[]
  alarms: (BoatAlarms & { at: Stamp }) | null
}

/** The file is written every few seconds. */
const WITHHELD_SHOWN = 50

export function onboardStatus(parts: StatusParts): OnboardStatus {
  const { clock, queue, sending, uploader, budgets, engines, feedsMeter, withheld, series } = parts
  const { namesOf, newestOf, cameras, alarms } = parts
  const named = (source: string): NamedSource => ({ source, name: namesOf(source)[0] ?? null })
  const now = clock.now()
  const { state, sentence, since, lastAnswer, lastUpload, rejected } = uploader
  const { bytes, thinned, dropped, refused, damagedParts } = queue
  // Nobody knows whether the service has them.
  const sent = sending?.count ?? 0
  return {
    at: new Date(now ?? clock.time.wall()).toISOString(),
    connection: { state, sentence, since: timeText(clock, since), lastAnswerAt: timeText(clock, lastAnswer) },
    lastUploadAt: timeText(clock, lastUpload),
    uploadedBeforeAt: parts.uploadedBeforeAt,
    queue: {
      waiting: queue.waiting + sent,
      sending: sent,
      bytes,
      ...oldestOf(clock, queue.oldest, sending),
      thinned,
      dropped,
      refusedBatches: refused,
      damagedParts,
    },
    rejected: {
      count: rejected.count,
      last: rejected.last.map(({ stamp, ...rest }) => ({ at: timeText(clock, stamp), ...rest })),
    },
    series: series.toSorted(byName).map((seen) => {
      const { metric, instance = null, chosen, pinned, sources, listed, unheard } = seen
      return {
        metric,
        instance,
        chosen: chosen === undefined ? null : named(chosen),
        pinned,
        unheard,
        others: sources
          .filter((source) => source !== chosen)
          .toSorted()
          .map((source) => ({ ...named(source), pinned: listed.includes(source), newest: newestOf(seen, source) })),
        newest: newestOf(seen, chosen ?? sources.at(-1) ?? ''),
      }
    }),
    hourMeterSetting: parts.hourMeterSetting,
    hourMeters: engines.map(({ instance, hours }) => ({
      instance: instance ?? null,
      hours,
      moves: feedsMeter(instance),
    })),
    withheld: withheld
      .slice(0, WITHHELD_SHOWN)
      .map((one) => ({ ...one, text: WITHHELD_TEXTS[one.reason], valueText: withheldValue(one) })),
    clock: { trust: clock.trust, systemAheadMs: now === null ? null : Math.round(clock.time.wall() - now) },
    budgets,
    cameras,
    alarms: alarms && { ...alarms, at: timeText(clock, alarms.at) },
  }
}

function byName(one: SeriesSeen, other: SeriesSeen): number {
  const places = METRIC_NAMES.indexOf(one.metric) - METRIC_NAMES.indexOf(other.metric)
  return places || (one.instance ?? '').localeCompare(other.instance ?? '', 'en', { numeric: true })
}

/** Of what waits and what is being sent; the readings of a batch are in the order of their reception. */
function oldestOf(clock: Clock, waiting: Stamp | null, sending: Batch | null) {
  const since = { oldestAt: timeText(clock, waiting), oldestAgeMs: waiting && ageOf(clock, waiting) }
  const [, sent] = /"recorded_at":"([^"]+)"/.exec(sending?.body ?? '') ?? []
  if (sent === undefined || (since.oldestAt !== null && since.oldestAt <= sent)) return since
  const now = clock.now()
  return { oldestAt: sent, oldestAgeMs: now === null ? null : now - Date.parse(sent) }
}

function timeText(clock: Clock, stamp: Stamp | null): string | null {
  const time = stamp && clock.timeOf(stamp)
  return time === null ? null : new Date(time).toISOString()
}

function ageOf(clock: Clock, stamp: Stamp): number | null {
  const { time } = clock
  if (stamp.boot === time.boot) return Math.round(time.steady() - stamp.steady)
  const [now, then] = [clock.now(), clock.timeOf(stamp)]
  return now === null || then === null ? null : now - then
}
