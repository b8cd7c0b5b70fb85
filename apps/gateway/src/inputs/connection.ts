import type { Log } from '@binnacle/onboard'
import { type Attempt, reconnecting } from '../transport/reconnect.ts'
import type { Input } from './input.ts'
import { Pulse } from './pulse.ts'

/**
 * An input that is one connection after another. `attempt` makes one, and calls `beat` for each message that it understood;
 * after `idleMs` without a sign of life it is given up.
 */
export function connectionInput(name: string, log: Log, idleMs: number, attempt: (beat: () => void) => Attempt): Input {
  const pulse = new Pulse(name, log)
  const connection = reconnecting(
    attempt(() => pulse.beat()),
    { data: () => {}, turn: (state, sentence) => pulse.turn(state, sentence) },
    { idleMs },
  )
  return { name, status: () => pulse.status(), close: () => connection.close() }
}
