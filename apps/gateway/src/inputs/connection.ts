import type { Log } from '@binnacle/onboard'
import { type Attempt, reconnecting } from '../transport/reconnect.ts'
import type { Input } from './input.ts'
import { InputMonitor } from './input-monitor.ts'

/**
 * An input that is one connection after another. `attempt` makes one, and calls `messageReceived` for each message that it understood;
 * after `idleMs` without a sign of life it is given up.
 */
export function connectionInput(
  name: string,
  log: Log,
  idleMs: number,
  attempt: (messageReceived: () => void) => Attempt,
): Input {
  const monitor = new InputMonitor(name, log)
  const connection = reconnecting(
    attempt(() => monitor.messageReceived()),
    { data: () => {}, setState: (state, sentence) => monitor.setState(state, sentence) },
    { idleMs },
  )
  return { name, status: () => monitor.status(), close: () => connection.close() }
}
