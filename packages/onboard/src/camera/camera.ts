import type { Clock, Stamp } from '../clock.ts'
import type { Log } from '../log.ts'
import type { CameraStatus } from '../status.ts'
import { type Capture, captureOf } from './capture.ts'
import { CaptureFailed, type Picture } from './picture.ts'
import { firstShot, MOTION_EVERY_MS, nextShot } from './schedule.ts'
import { type CameraSettings, DEFAULT_EVERY_MINUTES } from './settings.ts'

export interface Shot {
  picture: Picture
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
  heldUntil = Number.NEGATIVE_INFINITY
  /** A picture of its schedule or of a movement is being taken, or is next. */
  shooting = false
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
    if (this.everyMs > 0 || !known) this.due = this.#clock.time.steady() + firstShot(index, Math.random())
  }

  /** Whether the schedule's picture is due now; if so the next one is set. */
  isDue(now: number): boolean {
    if (now < this.due) return false
    this.due = this.everyMs > 0 ? nextShot(this.due, this.everyMs, now) : Number.POSITIVE_INFINITY
    return now >= this.heldUntil
  }

  /** Whether a movement is worth a picture. */
  acceptsMotion(now: number): boolean {
    if (now < this.heldUntil || now - this.#lastMotion < MOTION_EVERY_MS) return false
    this.#lastMotion = now
    return true
  }

  /** Takes a picture, one at a time: a device cannot be opened twice. Null when there is none; its error says why. */
  take(signal: AbortSignal): Promise<Shot | null> {
    const shot = this.#busy.then(() => this.#takeNow(signal))
    this.#busy = shot
    return shot
  }

  async #takeNow(signal: AbortSignal): Promise<Shot | null> {
    if (signal.aborted) return null
    try {
      const picture = await this.#capture(signal)
      this.#say(this.#captureError, null)
      this.#captureError = null
      return { picture, stamp: this.#clock.stamp() }
    } catch (error) {
      // What is no CaptureFailed is our own fault, and the camera goes on all the same.
      if (signal.aborted) return null
      const why = error instanceof CaptureFailed ? error.message : String(error)
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

  /** The service will take no such frame; `holdMs`: nor another one for so long. */
  refused(why: string, holdMs: number): void {
    this.heldUntil = this.#clock.time.steady() + holdMs
    this.#say(this.#refusal, why)
    this.#refusal = why
  }

  #say(before: string | null, now: string | null): void {
    if (now === before) return
    if (now) this.#log.warn(`camera ${this.name}: ${now}`)
    else this.#log.info(`camera ${this.name}: works again`)
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
