import type { FleetVessel } from '@binnacle/contract'
import { useTexts } from '../texts/use-texts.ts'
import { ICONS, TONE } from '../ui/status.ts'
import { ALERT_ICONS } from './alert-icons.ts'
import { ALERT_TONE, alertKey } from './attention.ts'
import classes from './state-lines.module.css'
import { useAlertText } from './use-alert-text.ts'
import { useDueText } from './use-due-text.ts'

/** How a boat is, in a few lines: what is wrong, and the task that is next. */
export function BoatState({ boat: { alerts, due, vessel } }: { boat: FleetVessel }) {
  const alertText = useAlertText()
  return (
    <ul className={classes.lines}>
      {alerts.map((alert) => {
        const Icon = ALERT_ICONS[alert.code]
        return (
          <li key={alertKey(alert)} className={classes.line} data-tone={ALERT_TONE[alert.code]}>
            <Icon size={20} aria-hidden />
            <span>{alertText(alert)}</span>
          </li>
        )
      })}
      <NextDue due={due} meter={vessel.engine_hours} />
    </ul>
  )
}

function NextDue({ due, meter }: { due: FleetVessel['due']; meter: number | null }) {
  const words = useTexts().boats.due
  const dueText = useDueText()
  const { next, overdue, due_soon } = due
  if (!next) return null
  const counts = [overdue > 0 && words.overdue(overdue), due_soon > 0 && words.soon(due_soon)].filter(Boolean)
  const Icon = ICONS[next.status]
  return (
    <li className={classes.line} data-tone={TONE[next.status]}>
      <Icon size={20} aria-hidden />
      <span>
        {counts.length > 0 ? counts.join(', ') : words.allOk}
        <br />
        <small>
          {next.status === 'ok' ? words.next(next.title) : next.title}, {dueText(next, meter)}
        </small>
      </span>
    </li>
  )
}
