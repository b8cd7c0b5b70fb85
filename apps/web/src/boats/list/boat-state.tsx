import type { Alarm, FleetVessel } from '@binnacle/contract'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../../alarms/severity.ts'
import { useAlarmText } from '../../alarms/use-alarm-text.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { ICONS, TONE } from '../../ui/status.ts'
import { ALERT_ICONS } from '../health/alert-icons.ts'
import { ALERT_TONE, alertKey, safetyFindings } from '../health/attention.ts'
import { useAlertText } from '../health/use-alert-text.ts'
import { useDueText } from '../health/use-due-text.ts'
import classes from './boat-state.module.css'

/** How a boat is, in a few lines: what is wrong, and the task that is next. */
export function BoatState({ boat }: { boat: FleetVessel }) {
  const { alarms, alerts, due, vessel } = boat
  const { reasons } = useTexts().boats.health
  const alertText = useAlertText()
  const findings = safetyFindings(boat)
  return (
    <ul className={classes.lines}>
      {alarms[0] && <WorstAlarm alarm={alarms[0]} more={alarms.length - 1} />}
      {alerts.map((alert) => {
        const Icon = ALERT_ICONS[alert.code]
        return (
          <li key={alertKey(alert)} className={classes.line} data-tone={ALERT_TONE}>
            <Icon size={20} aria-hidden />
            <span>{alertText(alert)}</span>
          </li>
        )
      })}
      {findings > 0 && (
        <li className={classes.line} data-tone="late">
          <ICONS.overdue size={20} aria-hidden />
          <span>{reasons.safety_finding(findings)}</span>
        </li>
      )}
      <NextDue due={due} meter={vessel.engine_hours} />
    </ul>
  )
}

function WorstAlarm({ alarm, more }: { alarm: Alarm; more: number }) {
  const { alarms } = useTexts()
  const text = useAlarmText()
  const Icon = SEVERITY_ICONS[alarm.severity]
  return (
    <li className={classes.line} data-tone={SEVERITY_TONE[alarm.severity]}>
      <Icon size={20} aria-hidden />
      <span>
        {text(alarm)}
        {more > 0 && (
          <>
            <br />
            <small>{alarms.more(more)}</small>
          </>
        )}
      </span>
    </li>
  )
}

function NextDue({ due, meter }: { due: FleetVessel['due']; meter: number | null }) {
  const words = useTexts().boats.due
  const dueText = useDueText()
  const { next, overdue, due_soon, never_logged } = due
  if (!next) return null
  const counts = [overdue > 0 && words.overdue(overdue), due_soon > 0 && words.soon(due_soon)].filter(Boolean)
  if (never_logged > 0) counts.push(words.never(never_logged))
  const state = next.status === 'ok' && never_logged > 0 ? 'never_logged' : next.status
  const Icon = ICONS[state]
  return (
    <li className={classes.line} data-tone={TONE[state]}>
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
