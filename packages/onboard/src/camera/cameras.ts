import { join } from 'node:path'
import { INSTALLATION_DEFAULTS, LIMITS } from '@binnacle/contract'
import type { Clock } from '../clock/clock.ts'
import { inTurn } from '../in-turn.ts'
import type { Log } from '../log.ts'
import type { BoatMemory } from '../upload/boat-memory.ts'
import type { Budget } from '../upload/budget.ts'
import { Camera, type CameraStatus, type StampedFrame } from './camera.ts'
import { type CameraIds, openCameraIds } from './camera-ids.ts'
import { type FrameQueue, openFrameQueue, type QueuedFrame } from './frame-queue.ts'
import { outcomeOf, troubleOf } from './outcome.ts'
import { RequestState } from './request-state.ts'
import { allowsCheckIn, pollAfter } from './schedule.ts'
import { type CameraService, type CheckIn, cameraService } from './service.ts'
import type { CameraSettings } from './settings.ts'
import { Wakeup } from './wakeup.ts'

interface CamerasOptions {
  settings: readonly CameraSettings[]
  /** The service's base address. */
  url: string
  /** A connection key (ct_...): its connection is the one whose check-ins are answered. */
  key: string
  clock: Pick<Clock, 'time' | 'stamp' | 'timeOf' | 'learnFromDate'>
  budget: Pick<Budget, 'spend' | 'allows' | 'status'>
  boat: Pick<BoatMemory, 'knows' | 'ask'>
  /** Where waiting frames and the cameras' ids are kept. */
  folder: string
  log: Log
}

export interface Cameras {
  /** Something moved before the camera of this name; false when there is none. */
  motion(name: string): boolean
  useKey(key: string): void
  status(): CameraStatus[]
  /** Ends what is under way, also programs; waiting frames stay on disk. */
  close(): Promise<void>
}

/** Starts the schedules, the polls for check-ins and the upload. Rejects when the folder cannot be used. */
export async function startCameras(options: CamerasOptions): Promise<Cameras> {
  const { settings, folder, log } = options
  const known = await openCameraIds(join(folder, 'cameras.json'), log)
  const names = settings.map(({ name }) => name)
  const waiting = await openFrameQueue(join(folder, 'frames'), names, log)
  const running = new RunningCameras(options, known, waiting)
  running.start()
  return running
}

/** The frame is fresh for so long: it may answer a check-in, and its arrival may stand for its time. */
const FRESH_MS = 60_000
/** The service's shortest gap between two frames of a camera, and a little for the way. */
const FRAME_GAP_MS = INSTALLATION_DEFAULTS.frameGapMs + 500
/** The longest that anything sleeps: budgets and clocks change without a bell. */
const LOOK_AGAIN_MS = 60_000

const USED_UP = "this month's data limit for cameras is reached; until next month only requested pictures are sent"

class RunningCameras implements Cameras {
  readonly #options: CamerasOptions
  readonly #cameraIds: CameraIds
  readonly #waiting: FrameQueue
  readonly #service: CameraService
  readonly #cameras: Camera[]
  readonly #stop = new AbortController()
  readonly #captureWakeup: Wakeup
  readonly #uploadWakeup: Wakeup
  readonly #pollWakeup: Wakeup
  readonly #work = new Set<Promise<unknown>>()
  /** Schedules and movements take their pictures one after the other; check-ins do not wait for them. */
  readonly #inTurn = inTurn()
  readonly #upload: RequestState
  readonly #pending: RequestState
  #pollMs: number = LIMITS.pollAfterMs.idle

  constructor(options: CamerasOptions, known: CameraIds, waiting: FrameQueue) {
    const { settings, url, key, clock, budget, boat, log } = options
    this.#options = options
    this.#cameraIds = known
    this.#waiting = waiting
    this.#cameras = settings.map((one) => new Camera(one, clock, log))
    this.#upload = new RequestState(log)
    this.#pending = new RequestState(log)
    const { signal } = this.#stop
    this.#captureWakeup = new Wakeup(clock.time, signal)
    this.#uploadWakeup = new Wakeup(clock.time, signal)
    this.#pollWakeup = new Wakeup(clock.time, signal)
    this.#service = cameraService({
      url,
      key,
      clock,
      boat,
      spend: (bytes) => budget.spend('cameras', bytes),
    })
  }

  start(): void {
    if (this.#cameras.length === 0) return
    this.#cameras.forEach((camera, i) => {
      camera.begin(i, this.#cameraIds.idOf(camera.name) !== undefined)
    })
    for (const loop of [this.#captureLoop(), this.#uploadLoop(), this.#pollLoop()]) this.#track(loop)
  }

  motion(name: string): boolean {
    const camera = this.#cameras.find((one) => one.name === name)
    if (camera?.acceptsMotion(this.#now())) this.#track(this.#captureScheduled(camera, 'motion'))
    return camera !== undefined
  }

  useKey(key: string): void {
    this.#service.useKey(key)
    this.#upload.pausedUntil = Number.NEGATIVE_INFINITY
    this.#pending.pausedUntil = Number.NEGATIVE_INFINITY
    this.#uploadWakeup.wake()
    this.#pollWakeup.wake()
  }

  status(): CameraStatus[] {
    const trouble = this.#upload.trouble ?? this.#pending.trouble ?? (this.#mayCapture() ? null : USED_UP)
    return this.#cameras.map((camera) => camera.status(this.#waitingOf(camera).length, trouble))
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#work)
  }

  #now(): number {
    return this.#options.clock.time.steady()
  }

  #waitingOf(camera: Camera): QueuedFrame[] {
    return this.#waiting.list().filter((frame) => frame.camera === camera.name)
  }

  #mayCapture(): boolean {
    return this.#options.budget.allows('cameras')
  }

  #mayAnswer(): boolean {
    return allowsCheckIn(this.#options.budget.status().cameras)
  }

  /** Work that close() waits for. What it throws is a fault of ours or of the disk, and ends nothing else. */
  #track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error) => this.#options.log.error(`cameras: ${error instanceof Error ? error.message : error}`))
      .finally(() => this.#work.delete(tracked))
    this.#work.add(tracked)
  }

  async #captureLoop(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const now = this.#now()
      for (const camera of this.#cameras) if (camera.isDue(now)) this.#track(this.#captureScheduled(camera, 'device'))
      await this.#captureWakeup.wait(Math.min(LOOK_AGAIN_MS, ...this.#cameras.map(({ due }) => due - this.#now())))
    }
  }

  #captureScheduled(camera: Camera, trigger: 'device' | 'motion'): Promise<void> {
    if (camera.capturing || !this.#mayCapture()) return Promise.resolve()
    camera.capturing = true
    return this.#inTurn(() => this.#takeAndKeep(camera, trigger)).finally(() => {
      camera.capturing = false
    })
  }

  async #takeAndKeep(camera: Camera, trigger: 'device' | 'motion'): Promise<void> {
    const shot = await camera.take(this.#stop.signal)
    if (!shot) return
    await this.#waiting.add({ camera: camera.name, trigger, stamp: shot.stamp }, shot.picture)
    this.#uploadWakeup.wake()
  }

  /**
   * Sends waiting frames in the order in which they were taken: the service lists and keeps frames by their arrival, so
   * that the newest first would leave the oldest on top, and drop the newer ones for them.
   */
  async #uploadLoop(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const next = this.#nextToSend()
      if (next) await this.#sendWaiting(next).catch((error) => this.#diskFailed(error))
      else await this.#uploadWakeup.wait(this.#untilReady())
    }
  }

  #nextToSend(): QueuedFrame | undefined {
    if (this.#now() < this.#upload.pausedUntil || !this.#mayCapture()) return undefined
    return this.#waiting.list().find((frame) => {
      const camera = this.#cameraNamed(frame.camera)
      return (
        this.#now() >= camera.readyAt &&
        !camera.asked &&
        (this.#isFresh(frame) || this.#options.clock.timeOf(frame.stamp) !== null)
      )
    })
  }

  #untilReady(): number {
    const readyAt = this.#waiting.list().map(({ camera }) => this.#cameraNamed(camera).readyAt)
    const soonest = [this.#upload.pausedUntil, ...readyAt].map((at) => at - this.#now()).filter((ms) => ms > 0)
    return Math.min(LOOK_AGAIN_MS, ...soonest)
  }

  #cameraNamed(name: string): Camera {
    return this.#cameras.find((camera) => camera.name === name)!
  }

  #isFresh({ stamp }: Pick<QueuedFrame, 'stamp'>): boolean {
    return stamp.boot === this.#options.clock.time.boot && this.#now() - stamp.steady < FRESH_MS
  }

  async #sendWaiting(frame: QueuedFrame): Promise<void> {
    const camera = this.#cameraNamed(frame.camera)
    // Any frame answers an open check-in, and an owner who asks for a fresh picture must not get one of last week.
    if (!this.#isFresh(frame)) {
      await this.#poll()
      this.#upload.pausedUntil = this.#pending.pausedUntil
      if (camera.asked || this.#now() < this.#pending.pausedUntil) return
    }
    const { mime, stamp, trigger } = frame
    const bytes = await this.#waiting.read(frame).catch(() => null)
    if (!bytes) this.#options.log.warn(`camera ${camera.name}: a queued picture cannot be read and was skipped`)
    const done = bytes === null || (await this.#send(camera, { picture: { mime, bytes }, stamp }, trigger))
    if (done) await this.#waiting.remove(frame)
  }

  #diskFailed(error: Error): void {
    this.#upload.failed(this.#now(), { retryAfterMs: LOOK_AGAIN_MS, say: `cannot use the disk: ${error.message}` })
  }

  /** Posts a picture once. True when that is done with: it is sent, or of no use. */
  async #send(camera: Camera, { picture, stamp }: StampedFrame, trigger: 'device' | 'motion'): Promise<boolean> {
    const { name: label, settings } = camera
    const cameraId = this.#cameraIds.idOf(label)
    const capturedAt = this.#options.clock.timeOf(stamp)
    const frame = { ...picture, cameraId, label, view: settings.view, trigger, capturedAt }
    const answer = await this.#service.postFrame(frame, this.#stop.signal)
    if (this.#stop.signal.aborted && answer.kind === 'no answer') return false
    const outcome = outcomeOf(answer, { ...this.#retry(this.#upload), hadId: cameraId !== undefined })
    if ('retryAfterMs' in outcome) {
      this.#upload.failed(this.#now(), outcome)
      return false
    }
    this.#upload.worked()
    if (outcome.frame === 'dropped') camera.refused(outcome.say, outcome.pauseMs)
    else if ('forget' in outcome) await this.#cameraIds.set(label, undefined)
    else if ('cameraRetryAfterMs' in outcome) camera.readyAt = this.#now() + outcome.cameraRetryAfterMs
    else {
      camera.sent(stamp)
      camera.readyAt = this.#now() + FRAME_GAP_MS
      await this.#cameraIds.set(label, outcome.cameraId)
    }
    return outcome.frame !== 'kept'
  }

  #retry({ failures }: RequestState) {
    return { tried: failures + 1, now: Date.now(), random: Math.random() }
  }

  async #pollLoop(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (this.#mayAnswer() && this.#now() >= this.#pending.pausedUntil) await this.#poll()
      await this.#pollWakeup.wait(
        Math.max(this.#pollMs, Math.min(LOOK_AGAIN_MS, this.#pending.pausedUntil - this.#now())),
      )
    }
  }

  async #poll(): Promise<void> {
    const answer = await this.#service.pending(this.#stop.signal)
    if (this.#stop.signal.aborted) return
    if (answer.kind !== 'pending')
      return this.#pending.failed(this.#now(), troubleOf(answer, this.#retry(this.#pending)))
    this.#pending.worked()
    this.#uploadWakeup.wake()
    this.#pollMs = pollAfter(answer.pollAfterMs, this.#options.budget.status().cameras.limitBytes)
    for (const request of answer.requests) {
      const camera = this.#cameraAsked(request)
      if (camera && !camera.asked) this.#track(this.#answerCheckIn(camera, request))
    }
  }

  #cameraAsked({ cameraId, label }: CheckIn): Camera | undefined {
    const name = this.#cameraIds.nameOf(cameraId) ?? label
    return this.#cameras.find((camera) => camera.name === name)
  }

  /** A picture taken now and sent once: what fails is asked for again by the next poll while the check-in is open. */
  async #answerCheckIn(camera: Camera, { openMs }: CheckIn): Promise<void> {
    const until = this.#now() + openMs
    camera.asked = true
    try {
      const shot = await camera.take(this.#stop.signal)
      if (shot && this.#now() < until) await this.#send(camera, shot, 'device')
    } finally {
      camera.asked = false
      this.#uploadWakeup.wake()
    }
  }
}
