import { join } from 'node:path'
import { type Admission, type AdmissionOptions, admission } from './admit/admit.ts'
import { type Choices, readChoices } from './admit/choices.ts'
import { HOURS_FILE, HoursMemory } from './admit/hours-memory.ts'
import type { SourcePriorities } from './admit/source.ts'
import { AlarmPoll } from './alarms/alarm-poll.ts'
import type { BoatAlarms } from './alarms/boat-alarms.ts'
import { type Cameras, startCameras } from './camera/cameras.ts'
import type { CameraSettings } from './camera/settings.ts'
import { Clock, machineTime, type Time, type TimeSource } from './clock/clock.ts'
import { makeFolder } from './files/files.ts'
import { readJsonFile, writeJsonFile } from './files/json-file.ts'
import type { Log } from './log.ts'
import { NewestValues } from './newest-values.ts'
import { openQueue, type Queue } from './queue/queue.ts'
import type { Observation, Reading } from './readings/reading.ts'
import type { Withheld, Withhold } from './readings/withheld.ts'
import { type OnboardStatus, onboardStatus } from './status.ts'
import { BOAT_FILE, BoatMemory } from './upload/boat-memory.ts'
import { Budget } from './upload/budget.ts'
import { METER_FILE, type MeterHours, MeterMemory } from './upload/meter-memory.ts'
import { Uploader } from './upload/uploader.ts'
import { urgency } from './upload/urgency.ts'

export interface OnboardSettings {
  /** The service's base address. */
  url: string
  /** Connection key of this onboard device (ct_...); empty while there is none. */
  key: string
  /** Where the queue and what else must survive a restart is kept; of this onboard device alone. */
  folder: string
  queue: { maxMegabytes: number; maxDays: number }
  /** Mobile data a month; without a number there is no limit. */
  budgets: { telemetryMegabytes?: number; camerasMegabytes?: number }
  admission: AdmissionOptions
  cameras: CameraSettings[]
  /** Connection key for the cameras; without it they use `key`. */
  cameraKey?: string
  /** Least time between two telemetry requests, ms, for a service whose gap is not 5 s. */
  gapMs?: number
  /** Told the open alarms of the boat, which the service is asked for while this is set; see alarms/. */
  onAlarms?: (alarms: BoatAlarms) => void
  log: Log
}

/** What feeds the service from a boat: both programs put in what they hear. */
export interface OnboardDevice {
  /** An observation of the boat's network; its `at` is steadyNow(). */
  observe(observation: Observation): void
  /** Something that was heard is not sent, for a reason that is counted. */
  withhold: Withhold
  /** A GPS receiver told the time, ms since 1970. */
  setGpsTime(trueMs: number): void
  /** Something moved before this camera; false when there is none of this name. */
  motion(camera: string): boolean
  /** The instances whose faults stand by this source, also from before a restart. */
  standingFaults(source: string): string[]
  /** The owner listed other sources; as in the settings. */
  useSources(sources: SourcePriorities): void
  /** The hours of this engine that counted were wrong; on disk when it resolves. False where none are remembered. */
  forgetHours(instance: string | undefined): Promise<boolean>
  /** The owner made new keys; as in the settings. */
  useKeys(key: string, cameraKey?: string): void
  status(): OnboardStatus
  /** Ends within 5 s, with everything on disk. */
  close(): Promise<void>
}

/** The name of the file in the folder that holds the newest status, without any key, for other programs. */
export const STATUS_FILE = 'status.json'

/** Which sources were chosen. */
const SOURCES_FILE = 'sources.json'

/** What in the folder is of the boat; clock and data limit are of the machine. */
export const BOAT_FILES = ['queue', 'cameras', HOURS_FILE, METER_FILE, SOURCES_FILE, BOAT_FILE, STATUS_FILE]

const SECOND_MS = 1_000
const STATUS_MS = 5_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Opens what the folder holds and starts to send it. Rejects when the folder cannot be used, or another program has it open.
 * `time` is the machine's unless an audit gives another.
 */
export async function openOnboardDevice(settings: OnboardSettings, time: Time = machineTime): Promise<OnboardDevice> {
  const { url, key, cameraKey, folder, log, gapMs, cameras } = settings
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new TypeError(`${url} is not a service address; it must begin with https:// or http://`)
  await makeFolder(folder)
  const { maxMegabytes, maxDays } = settings.queue
  const queue = await openQueue(join(folder, 'queue'), {
    maxBytes: maxMegabytes * 1e6,
    maxAgeMs: maxDays * DAY_MS,
    log,
  })
  try {
    const clock = await Clock.open(join(folder, 'clock.json'), log, time)
    const { newest } = queue.stats()
    if (newest) clock.seen(newest)
    const hours = await HoursMemory.open(join(folder, HOURS_FILE), clock, log)
    const budget = await Budget.open(join(folder, 'budget.json'), settings.budgets, clock, log)
    const boat = await BoatMemory.open(join(folder, BOAT_FILE), folder, log)
    const shared = { url, clock, budget, log, boat }
    const running = await startCameras({
      ...shared,
      settings: cameras,
      key: cameraKey ?? key,
      folder: join(folder, 'cameras'),
    })
    const choices = await readJsonFile(join(folder, SOURCES_FILE), readChoices, log)
    const forget = (wrong: MeterHours, corrected: number | null) => device.forgetCorrected(wrong, corrected)
    const meter = await MeterMemory.open(join(folder, METER_FILE), { queue, forget, log })
    const uploader = new Uploader({ ...shared, key, queue, meter, gapMs })
    const { onAlarms } = settings
    const alarms = onAlarms && new AlarmPoll({ ...shared, key, told: onAlarms })
    const before = await readJsonFile(join(folder, STATUS_FILE), uploadedIn, log)
    const parts = { queue, clock, hours, budget, uploader, cameras: running, alarms, uploadedBeforeAt: before ?? null }
    const device = new RunningDevice(settings, parts, choices)
    return device
  } catch (error) {
    await queue.close()
    throw error
  }
}

/** When the program that wrote a status had uploaded last, in this start or before. */
function uploadedIn(status: unknown): string | null {
  const { lastUploadAt, uploadedBeforeAt } = Object(status)
  return [lastUploadAt, uploadedBeforeAt].find((at) => !Number.isNaN(Date.parse(at))) ?? null
}

/** Of each engine what counted last; `before` is from the last start, or up to a minute old. */
function newestHours(before: readonly EngineHours[], seen: readonly EngineHours[]): EngineHours[] {
  return [...new Map([...before, ...seen].map((engine) => [engine.instance ?? '', engine])).values()]
}

interface EngineHours {
  instance?: string
  hours: number
}

interface Parts {
  queue: Queue
  clock: Clock
  hours: HoursMemory
  budget: Budget
  uploader: Uploader
  cameras: Cameras
  /** undefined: not asked for. */
  alarms: AlarmPoll | undefined
  uploadedBeforeAt: string | null
}

class RunningDevice implements OnboardDevice {
  readonly #settings: OnboardSettings
  readonly #parts: Parts
  readonly #admit: Admission
  readonly #isUrgent = urgency()
  readonly #newest = new NewestValues()
  readonly #closing = new AbortController()
  readonly #jobs: Promise<void>[]
  #trust: TimeSource | null = null
  /** The choice of sources as it is on disk. */
  #kept: string
  /** Steady ms. */
  #keepAt = Number.NEGATIVE_INFINITY

  constructor(settings: OnboardSettings, parts: Parts, choices: Choices | undefined) {
    this.#settings = settings
    this.#parts = parts
    this.#admit = admission(settings.admission, parts.hours, choices)
    this.#kept = JSON.stringify(this.#admit.choices())
    this.#jobs = [
      this.#repeat(SECOND_MS, () => this.#keepClock()),
      this.#repeat(SECOND_MS, () => this.#takeOverdue()),
      this.#repeat(STATUS_MS, () => this.#writeStatus()),
      this.#repeat(STATUS_MS, () => this.#keepChoices()),
    ]
  }

  observe(observation: Observation): void {
    this.#newest.observe(observation)
    const reading = this.#admit(observation)
    if (reading) this.#take(reading)
  }

  withhold(withheld: Withheld): void {
    this.#admit.withhold(withheld)
  }

  setGpsTime(trueMs: number): void {
    this.#parts.clock.learn(trueMs, 'gps')
  }

  motion(camera: string): boolean {
    return this.#parts.cameras.motion(camera)
  }

  standingFaults(source: string): string[] {
    return this.#admit.standingFaults(source)
  }

  useSources(sources: SourcePriorities): void {
    this.#admit.useSources(sources, this.#parts.clock.time.steady())
  }

  async forgetHours(instance: string | undefined): Promise<boolean> {
    const counted = this.#admit.enginesSeen().some((engine) => engine.instance === instance)
    this.#admit.forgetHours(instance)
    return (await this.#parts.hours.forget(instance)) || counted
  }

  /** The owner has corrected the hour meter: what the box knows of this engine is wrong as far as it is above. */
  async forgetCorrected({ instance, hours }: MeterHours, corrected: number | null): Promise<void> {
    const meter = corrected === null ? 'no hours' : `${corrected} h`
    this.#settings.log.info(
      `the hour meter was corrected to ${meter}: ${hours} h of ${instance ?? 'the engine'} are wrong`,
    )
    const known = this.#engines().find((engine) => (engine.instance ?? null) === instance)
    if (known && Math.floor(known.hours) > (corrected ?? -1)) await this.forgetHours(known.instance)
  }

  useKeys(key: string, cameraKey: string = key): void {
    this.#parts.uploader.useKey(key)
    this.#parts.cameras.useKey(cameraKey)
    this.#parts.alarms?.useKey(key)
  }

  status(): OnboardStatus {
    const { queue, clock, budget, uploader, cameras, alarms, uploadedBeforeAt } = this.#parts
    return onboardStatus({
      uploadedBeforeAt,
      clock,
      queue: queue.stats(),
      sending: queue.prepared,
      uploader: uploader.status(),
      budgets: budget.status(),
      hourMeterSetting: this.#settings.admission.hourMeter ?? null,
      engines: this.#engines(),
      feedsMeter: this.#admit.feedsMeter,
      withheld: this.#admit.withheld(),
      series: this.#admit.seriesSeen(),
      namesOf: this.#admit.namesOf,
      newestOf: (series, source) => this.#newest.of(series, source, clock.time.steady()),
      cameras: cameras.status(),
      alarms: alarms?.newest ?? null,
    })
  }

  async close(): Promise<void> {
    const { queue, uploader, cameras, alarms } = this.#parts
    // Nothing that was thinned out since is lost: pump starts are counts, and a flag may have changed a moment ago.
    this.#takeOverdue(Number.POSITIVE_INFINITY)
    this.#closing.abort()
    await Promise.all([uploader.close(), cameras.close(), alarms?.close(), ...this.#jobs])
    const kept = await Promise.allSettled([queue.close(), this.#keep(), this.#keepChoices(), this.#writeStatus()])
    for (const { reason } of kept.filter((one) => one.status === 'rejected')) this.#settings.log.error(reason.message)
  }

  #engines(): EngineHours[] {
    return newestHours(this.#parts.hours.hours(), this.#admit.enginesSeen())
  }

  /** Signal K and MQTT may still deliver while a program ends. */
  #take({ at, ...reading }: Reading): void {
    if (this.#closing.signal.aborted) return
    this.#parts.queue.append(reading, this.#parts.clock.stamp(at))
    if (this.#isUrgent(reading)) this.#parts.uploader.hurry()
  }

  #takeOverdue(now: number = this.#parts.clock.time.steady()): void {
    for (const reading of this.#admit.overdue(now)) this.#take(reading)
  }

  /** The true time is kept as soon as it is known: the readings of this boot, if it ends now, have no other. */
  async #keepClock(): Promise<void> {
    const { clock } = this.#parts
    const isNew = clock.trust !== this.#trust
    if (!isNew && clock.time.steady() < this.#keepAt) return
    await this.#keep()
    if (isNew) this.#tellTrust()
    this.#keepAt = clock.time.steady() + MINUTE_MS
  }

  #tellTrust(): void {
    const { clock } = this.#parts
    this.#trust = clock.trust
    const behind = Math.round((clock.now()! - clock.time.wall()) / 1000)
    const wrong = Math.abs(behind) > 2 ? `; the system clock is off by ${behind} s; readings get the correct time` : ''
    this.#settings.log.info(`time received from ${clock.trust}${wrong}`)
  }

  /** What may be lost with the power for a minute: how long this boot ran, and what the network cost. */
  async #keep(): Promise<void> {
    const { queue, clock, hours, budget } = this.#parts
    if (clock.time.isSynchronized?.()) clock.learn(clock.time.wall(), 'ntp')
    clock.forgetBefore(queue.stats().oldest)
    await clock.save()
    await hours.keep(this.#admit.enginesSeen())
    await budget.save()
  }

  async #keepChoices(): Promise<void> {
    const choices = this.#admit.choices()
    const text = JSON.stringify(choices)
    if (text === this.#kept) return
    await writeJsonFile(join(this.#settings.folder, SOURCES_FILE), choices)
    this.#kept = text
  }

  /** Not synced: after a power cut it means nothing. */
  #writeStatus(): Promise<void> {
    return writeJsonFile(join(this.#settings.folder, STATUS_FILE), this.status(), { sync: false })
  }

  /** Does a job for ever, so often. What fails (a full disk) is told once, and tried again. */
  async #repeat(ms: number, job: () => void | Promise<void>): Promise<void> {
    const { signal } = this.#closing
    let trouble = ''
    while (!signal.aborted) {
      try {
        await job()
        trouble = ''
      } catch (error) {
        const { message } = error as Error
        if (message !== trouble) this.#settings.log.error(message)
        trouble = message
      }
      await this.#parts.clock.time.sleep(ms, signal)
    }
  }
}
