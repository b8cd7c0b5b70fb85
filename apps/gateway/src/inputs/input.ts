import type { Log, Observation, Withhold } from '@binnacle/onboard'
import type { PlayedFiles } from '../transport/played-files.ts'
import type { InputState } from '../transport/reconnect.ts'

/** Where inputs put what they hear. */
export interface Sink {
  /** `observation.at` is on the steady clock, ms. */
  observe(observation: Observation): void
  /** Something that was heard is not sent, for a reason that is counted. */
  withhold: Withhold
  /** The true time as a GPS receiver tells it, ms since 1970, at the moment of the call. */
  time(trueMs: number): void
  /** The instances whose faults stand by this source, also from before a restart. */
  standingFaults?(source: string): string[]
}

export interface InputStatus {
  name: string
  state: InputState
  /** For people: where it is connected to, or why not and when it is tried again. */
  sentence: string
  /** Frames, sentences, deltas or topics of the last minute; fewer seconds count as what they are. */
  messagesAMinute: number
  /** Since the last message that was understood, ms; null while there was none. */
  lastMessageAgeMs: number | null
}

/** One connection to the boat's data. */
export interface Input {
  readonly name: string
  status(): InputStatus
  /** Lets go of sockets, ports, processes and timers; nothing is observed afterwards. Never rejects. */
  close(): Promise<void>
}

/**
 * Starts an input at once. It connects, and reconnects with back-off, by itself; it throws neither now nor later. With `played` a
 * recording is played once and not at each start.
 */
export type StartInput<Settings> = (settings: Settings, sink: Sink, log: Log, played?: PlayedFiles) => Input
