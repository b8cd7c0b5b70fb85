import { retryDelay, steadyNow } from '@binnacle/onboard'

/**
 * connecting: not once connected yet. connected: open; whether it says anything is in lastMessageAgeMs. reconnecting: it was
 * lost and is tried again. failed: it cannot work as it is configured (serialport missing). ended: a recording is over.
 */
export type InputState = 'connecting' | 'connected' | 'reconnecting' | 'failed' | 'ended'

/** Who takes what a link brings. */
export interface Receiver {
  /** Bytes as they came, cut anywhere. `at` is when, on the steady clock, ms. */
  data(bytes: Buffer, at: number): void
  setState(state: InputState, sentence: string): void
}

/** Something that is open until it is closed. Close never rejects. */
export interface Closable {
  close(): Promise<void>
}

/** What one attempt to connect reports; nothing counts after its first `down` or `failed`. */
export interface Events {
  up(sentence: string): void
  data(bytes: Buffer): void
  /** It is over, or it never came about: it is tried again. */
  down(why: string): void
  /** It cannot come about: it is not tried again. */
  failed(why: string): void
}

/** Starts one attempt to connect. Everything it reports, it reports later than it returns. */
export type Attempt = (events: Events) => Closable

/** An attempt with a package that only boats with such an input load: each takes some megabytes. */
export const onceLoaded =
  <Module>(load: () => Promise<Module>, attempt: (module: Module) => Attempt): Attempt =>
  (events) => {
    let closed = false
    const opening = load().then((module) => (closed ? undefined : attempt(module)(events)))
    return {
      close: async () => {
        closed = true
        await (await opening)?.close()
      },
    }
  }

interface ReconnectOptions {
  /** Silent for this long, ms, a connection is taken for dead and made anew. Without it, silence is no fault. */
  idleMs?: number
}

/** Attempts to connect again and again, each time after a longer wait, until data came or it is closed. */
export function reconnecting(attempt: Attempt, receiver: Receiver, { idleMs }: ReconnectOptions = {}): Closable {
  let current: Closable | undefined
  let wait: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined
  let tried = 0
  let closed = false

  const start = () => {
    let over = false
    const end = (): boolean => {
      if (over || closed) return false
      over = true
      clearTimeout(idle)
      void current?.close()
      current = undefined
      return true
    }
    const down = (why: string) => {
      if (!end()) return
      const ms = retryDelay(null, ++tried, 0, Math.random())
      receiver.setState('reconnecting', `${why}; next try in ${Math.ceil(ms / 1000)} s`)
      wait = setTimeout(start, ms)
    }
    const listen = () => {
      clearTimeout(idle)
      if (idleMs) idle = setTimeout(() => down(`no data for ${idleMs / 1000} s`), idleMs)
    }
    current = attempt({
      up: (sentence) => {
        if (over || closed) return
        receiver.setState('connected', sentence)
        listen()
      },
      data: (bytes) => {
        if (over || closed) return
        // Not when it connects: some gateways take a connection and end it at once, for hours.
        tried = 0
        listen()
        receiver.data(bytes, steadyNow())
      },
      down,
      failed: (why) => {
        if (end()) receiver.setState('failed', why)
      },
    })
  }

  start()
  return {
    close: async () => {
      closed = true
      clearTimeout(wait)
      clearTimeout(idle)
      await current?.close()
    },
  }
}
