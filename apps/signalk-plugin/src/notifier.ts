import { type BoatAlarm, type BoatAlarms, OWN_NOTIFICATIONS } from '@binnacle/onboard'
import type { Delta, Path, ServerAPI } from '@signalk/server-api'

/** Tells the boat the alarms of the service, as notifications of Signal K. */
interface Notifier {
  /** `heard`: the instances of which the server has sounded alarms itself, which it is not told again. */
  show(alarms: BoatAlarms, heard: ReadonlySet<string>): void
  /** The plugin stops, and nobody knows any more. */
  clear(): void
}

const STATES = { alarm: 'alarm', warning: 'warn' } as const
const OVER = { state: 'normal', method: [], message: 'Over' }

export function notifier(app: Pick<ServerAPI, 'handleMessage'>): Notifier {
  let raised = new Map<string, string>()

  /** Only what has changed: a notification that is told again sounds again. */
  function tell(now: Map<string, string>): void {
    const ended = [...raised.keys()].filter((path) => !now.has(path)).map((path) => ({ path, value: OVER }))
    const changed = [...now]
      .filter(([path, text]) => raised.get(path) !== text)
      .map(([path, text]) => ({ path, value: JSON.parse(text) }))
    raised = now
    const values = [...ended, ...changed].map(({ path, value }) => ({ path: path as Path, value }))
    if (values.length > 0) app.handleMessage('signalk-binnacle', { updates: [{ values }] } as Partial<Delta>)
  }

  return {
    show({ alarms }, heard) {
      const shown = alarms.filter(({ metric, instance }) => metric !== 'fault_code' || !heard.has(instance ?? ''))
      // The worst is first; of two at one path it counts.
      tell(new Map(shown.toReversed().map((alarm) => [pathOf(alarm), JSON.stringify(notificationOf(alarm))])))
    },
    clear: () => tell(new Map()),
  }
}

/** Such as notifications.binnacle.engine_coolant_temp.port */
const pathOf = ({ kind, metric, instance }: BoatAlarm): string =>
  [OWN_NOTIFICATIONS, metric ?? kind, ...(instance ? [instance.replaceAll(/[^\w-]/g, '_')] : [])].join('.')

const notificationOf = ({ severity, quiet, message }: BoatAlarm) => ({
  state: STATES[severity],
  method: quiet ? ['visual'] : ['visual', 'sound'],
  message,
})
