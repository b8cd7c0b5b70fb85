import { fitInstance } from '../readings/wire-text.ts'
import { record } from './delta.ts'

/** Below it are the alarms of the service, as the plugin tells them to the boat: they are not to come back. */
export const OWN_NOTIFICATIONS = 'notifications.binnacle'

/** A fault that a notification raises or clears. */
export interface Fault {
  /** The engine, as in its other paths; else what the notification is about, such as flooding. */
  instance: string
  /** What is wrong; undefined when it is over. */
  text?: string
  /**
   * Not of what the bus repeats, an engine's and NMEA 2000's. While this stays as it is, the first text counts: a message may change
   * with each value ("52 m off").
   */
  state?: string
}

const CLEAR = new Set(['normal', 'nominal'])
const RAISED = new Set(['alert', 'warn', 'alarm', 'emergency'])

/** Whether a notification's value raises (true) or clears (false) it; undefined where it says neither. */
export function isRaised(value: unknown): boolean | undefined {
  // Signal K: a notification that is removed has the value null.
  if (value === null) return false
  const { state, alertState } = record(value)
  if (CLEAR.has(String(state))) return false
  if (!RAISED.has(String(state))) return undefined
  // n2k-signalk gives the state by the kind of an NMEA 2000 alert, whether it is active or over.
  return alertState !== 'Normal' && alertState !== 'Disabled'
}

/** What a fault text begins with, by the state of the notification; the others are no news to somebody ashore. */
const WORDS = new Map<unknown, string>([
  ['warn', 'Warning'],
  ['alarm', 'Alarm'],
  ['emergency', 'Emergency alarm'],
])

/** The fault or alarm that a notification speaks of; undefined where it is none. Paths as n2k-signalk names them. */
export function faultOf(path: string, value: unknown): Fault | undefined {
  const raised = isRaised(value)
  const [group, section, ...rest] = path.split('.')
  if (group !== 'notifications' || !section || raised === undefined || `${group}.${section}` === OWN_NOTIFICATIONS)
    return undefined
  const { state, message, alertType } = record(value)
  const said = typeof message === 'string' && message !== '' ? message : undefined
  const fault = (instance: string, text: string) => (raised ? { instance, text } : { instance })
  if (section === 'propulsion') {
    if (!rest[0] || rest.length < 2) return undefined
    const [engine, ...about] = rest
    // The path and not the message: "Low Oil Pressure" as the bus says it, where messages may carry changing values.
    return fault(engine, state === 'alarm' ? words(about) : `${words(about)}: ${state}`)
  }
  if (section === 'nmea' && rest.length >= 2) {
    const alert = rest.slice(-2).join('.')
    return fault(`alert-${alert}`, `${typeof alertType === 'string' ? alertType : 'Alert'}: ${said ?? alert}`)
  }
  if (section === 'flooding') return fault([section, ...rest].join('.'), said ?? 'Flooding')
  const word = WORDS.get(state)
  const instance = fitInstance([section, ...rest].join('.'))
  return raised && word
    ? { instance, text: `${word}: ${said?.replaceAll(/\s+/g, ' ') ?? words([section, ...rest])}`, state: word }
    : { instance, state: '' }
}

/** ["eGRSystem"] -> "EGR System", ["warningLevel1"] -> "Warning Level 1" */
function words(segments: string[]): string {
  return segments
    .map((segment) => segment.charAt(0).toUpperCase() + segment.slice(1))
    .map((segment) => segment.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' '))
    .join(' ')
}
