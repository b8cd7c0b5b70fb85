import type { Log } from '@binnacle/onboard'
import { steadyNow } from '@binnacle/onboard'
import type { InputState } from '../transport/reconnect.ts'
import type { InputStatus } from './input.ts'

const SECONDS = 60
const LEVEL = { connecting: 'info', connected: 'info', reconnecting: 'warn', failed: 'error', ended: 'info' } as const

/** What an input's status is made of: its state, and how many messages each of the last sixty seconds had. */
export class InputMonitor {
  readonly name: string
  readonly #log: Log
  readonly #now: () => number
  readonly #counts = new Array<number>(SECONDS).fill(0)
  #second: number
  #state: InputState = 'connecting'
  #sentence = 'connecting'
  #lastMessage: number | null = null

  constructor(name: string, log: Log, now: () => number = steadyNow) {
    this.name = name
    this.#log = log
    this.#now = now
    this.#second = Math.floor(now() / 1000)
  }

  /** Takes the new state, and logs it. What is switched off for a month is tried each minute: only the first try is news. */
  setState(state: InputState, sentence: string): void {
    this.#log[state === this.#state ? 'debug' : LEVEL[state]](`${this.name}: ${sentence}`)
    this.#state = state
    this.#sentence = sentence
  }

  /** A message was understood. */
  messageReceived(): void {
    this.#lastMessage = this.#now()
    this.#forgetUntil(Math.floor(this.#lastMessage / 1000))
    this.#counts[this.#second % SECONDS]!++
  }

  status(): InputStatus {
    const now = this.#now()
    this.#forgetUntil(Math.floor(now / 1000))
    return {
      name: this.name,
      state: this.#state,
      sentence: this.#sentence,
      messagesAMinute: this.#counts.reduce((sum, count) => sum + count, 0),
      lastMessageAgeMs: this.#lastMessage === null ? null : Math.round(now - this.#lastMessage),
    }
  }

  #forgetUntil(second: number): void {
    if (second - this.#second >= SECONDS) this.#counts.fill(0)
    else while (this.#second < second) this.#counts[++this.#second % SECONDS] = 0
    this.#second = second
  }
}
