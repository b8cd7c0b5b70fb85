import type { Clock, Stamp } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import { type Capture, captureOf } from './capture/capture.ts'
import { type CapturedFrame, CaptureError } from './capture/captured-frame.ts'
import { firstCaptureDelay, MOTION_EVERY_MS, nextCapture } from './schedule.ts'
import { type CameraSettings, DEFAULT_EVERY_MINUTES } from './settings.ts'

export interface CameraStatus {
  name: string
  /** When the newest frame that the service has was taken. */
  lastFrameAt: string | null
  /** Why there are no new ones, in a sentence for the owner. */
  lastError: string | null
  /** Frames on disk that the service does not have yet. */
  waiting: number
  /** When its schedule's next frame is due; null without a schedule. */
  nextFrameAt: string | null
}

export interface StampedFrame {
  picture: CapturedFrame
  stamp: Stamp
}

/** One camera: its schedule, its pictures, and how it stands. Times are steady ms. */
export class Camera {
  readonly settings: CameraSettings
  readonly everyMs: number
  /** When its schedule's next picture is due; infinite for one that has none. */
  due = Number.POSITIVE_INFINITY
  /** The service takes its next frame from then on. */
  readyAt = Number.NEGATIVE_INFINITY
  /** No picture of its own until then: the service would refuse it. */
  pausedUntil = Number.NEGATIVE_INFINITY
  /** A picture of its schedule or of a movement is being taken, or is next. */
  capturing = false
  /** An owner waits for a picture, or is being sent one. */
  asked = false
  readonly #capture: Capture
  readonly #clock: Pick<Clock, 'time' | 'stamp' | 'timeOf'>
  readonly #log: Log
  #captureError: string | null = null
  #refusal: string | null = null
  #lastSent: Stamp | null = null
  #lastMotion = Number.NEGATIVE_INFINITY
  #busy: Promise<unknown> = Promise.resolve()

  constructor(settings: CameraSettings, clock: Pick<Clock, 'time' | 'stamp' | 'timeOf'>, log: Log) {
    this.settings = settings
    this.everyMs = (settings.everyMinutes ?? DEFAULT_EVERY_MINUTES) * 60_000
    this.#clock = clock
    this.#log = log
    this.#capture = captureOf(settings, (text) => log.info(`camera ${settings.name}: ${text}`))
  }

  get name(): string {
    return this.settings.name
  }

  /** Begins the schedule. A camera without one takes a first picture all the same, unless it is `known` to the service. */
  begin(index: number, known: boolean): void {
    if (this.everyMs > 0 || !known) this.due = this.#clock.time.steady() + firstCaptureDelay(index, Math.random())
  }

  /** Whether the schedule's picture is due now; if so the next one is set. */
  isDue(now: number): boolean {
    if (now < this.due) return false
    this.due = this.everyMs > 0 ? nextCapture(this.due, this.everyMs, now) : Number.POSITIVE_INFINITY
    return now >= this.pausedUntil
  }

  /** Whether a movement is worth a picture. */
  acceptsMotion(now: number): boolean {
    if (now < this.pausedUntil || now - this.#lastMotion < MOTION_EVERY_MS) return false
    this.#lastMotion = now
    return true
  }

  /** Takes a picture, one at a time: a device cannot be opened twice. Null when there is none; its error says why. */
  take(signal: AbortSignal): Promise<StampedFrame | null> {
    const shot = this.#busy.then(() => this.#takeNow(signal))
    this.#busy = shot
    return shot
  }

  async #takeNow(signal: AbortSignal): Promise<StampedFrame | null> {
    if (signal.aborted) return null
    try {
      const picture = await this.#capture(signal)
      this.#say(this.#captureError, null)
      this.#captureError = null
      return { picture, stamp: this.#clock.stamp() }
    } catch (error) {
      // What is no CaptureError is our own fault, and the camera goes on all the same.
      if (signal.aborted) return null
      const why = error instanceof CaptureError ? error.message : String(error)
      this.#say(this.#captureError, why)
      this.#captureError = why
      return null
    }
  }

  /** The service took a frame of that time. */
  sent(stamp: Stamp): void {
    this.#lastSent = stamp
    this.#say(this.#refusal, null)
    this.#refusal = null
  }

  /** The service will take no such frame; `pauseMs`: nor another one for so long. */
  refused(why: string, pauseMs: number): void {
    this.pausedUntil = this.#clock.time.steady() + pauseMs
    this.#say(this.#refusal, why)
    this.#refusal = why
  }

  #say(before: string | null, now: string | null): void {
    if (now === before) return
    if (now) this.#log.warn(`camera ${this.name}: ${now}`)
    else this.#log.info(`camera ${this.name}: working again`)
  }

  /** `trouble`: what stops all cameras. */
  status(waiting: number, trouble: string | null): CameraStatus {
    const { time } = this.#clock
    const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
    const dueIn = this.due - time.steady()
    return {
      name: this.name,
      lastFrameAt: iso(this.#lastSent && this.#clock.timeOf(this.#lastSent)),
      lastError: this.#captureError ?? this.#refusal ?? trouble,
      waiting,
      nextFrameAt: Number.isFinite(dueIn) ? iso(time.wall() + Math.max(0, dueIn)) : null,
    }
  }
}
