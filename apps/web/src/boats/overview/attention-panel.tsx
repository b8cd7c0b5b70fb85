import type { Alarm, Alert, DueItem, VesselOverview } from '@binnacle/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../../alarms/severity.ts'
import { useAlarmText } from '../../alarms/use-alarm-text.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ICONS, TONE } from '../../ui/status.ts'
import { ALERT_ICONS } from '../health/alert-icons.ts'
import { ALERT_PAGE, ALERT_TONE, alertKey, safetyFindings } from '../health/attention.ts'
import { useAlertText } from '../health/use-alert-text.ts'
import { useDueText } from '../health/use-due-text.ts'
import classes from './attention-panel.module.css'

/** So many alarms and tasks are shown; the others are on their pages. */
const SHOWN = 3

/**
 * First on a boat's page: the worst alarm, what else is wrong, overdue, due soon or not known, each with a link to act on it; or
 * that all is well.
 */
export function AttentionPanel({ boat }: { boat: VesselOverview }) {
  const { boats, alarms: alarmTexts } = useTexts()
  const { overview, health, due: words } = boats
  const alarms = boat.alarms.slice(0, SHOWN)
  const moreAlarms = boat.alarms.length - alarms.length
  const due = boat.due_items.filter(({ status }) => status !== 'ok').slice(0, SHOWN)
  const more = boat.due.overdue + boat.due.due_soon - due.length
  const findings = safetyFindings(boat)
  const never = boat.due.never_logged
  if (alarms.length + boat.alerts.length + due.length + findings + never === 0) return <AllWell boat={boat} />
  return (
    <Panel title={overview.attention}>
      <ul className={classes.list}>
        {alarms.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} boatId={boat.vessel.id} />
        ))}
        {moreAlarms > 0 && (
          <li>
            <LinkButton to="/boats/$boatId/alarms" params={{ boatId: boat.vessel.id }} variant="subtle">
              {alarmTexts.more(moreAlarms)}
            </LinkButton>
          </li>
        )}
        {boat.alerts.map((alert) => (
          <AlertRow key={alertKey(alert)} alert={alert} boatId={boat.vessel.id} />
        ))}
        {findings > 0 && (
          <li className={classes.item} data-tone="late">
            <Link to="/boats/$boatId/inspections" params={{ boatId: boat.vessel.id }} className={classes.what}>
              <ICONS.overdue size={24} aria-hidden />
              <span>
                <strong>{health.reasons.safety_finding(findings)}</strong>
                <small>{overview.showFindings}</small>
              </span>
            </Link>
          </li>
        )}
        {due.map((item) => (
          <DueRow key={item.task_id} item={item} boat={boat} />
        ))}
        {more > 0 && (
          <li>
            <LinkButton to="/boats/$boatId/maintenance" params={{ boatId: boat.vessel.id }} variant="subtle">
              {words.more(more)}
            </LinkButton>
          </li>
        )}
        {never > 0 && <NeverRow count={never} boatId={boat.vessel.id} />}
      </ul>
    </Panel>
  )
}

function AlarmRow({ alarm, boatId }: { alarm: Alarm; boatId: string }) {
  const { alarms } = useTexts()
  const text = useAlarmText()
  const Icon = SEVERITY_ICONS[alarm.severity]
  return (
    <li className={classes.item} data-tone={SEVERITY_TONE[alarm.severity]}>
      <Link to="/boats/$boatId/alarms" params={{ boatId }} className={classes.what}>
        <Icon size={24} aria-hidden />
        <span>
          <strong>{text(alarm)}</strong>
          <small>
            {alarms.severities[alarm.severity]}, <Age at={alarm.began_at} />
            {alarm.acknowledged_at && ` · ${alarms.acknowledgedBy(alarm.acknowledged_by)}`}
          </small>
        </span>
      </Link>
    </li>
  )
}

function AlertRow({ alert, boatId }: { alert: Alert; boatId: string }) {
  const text = useAlertText()
  const Icon = ALERT_ICONS[alert.code]
  return (
    <li className={classes.item} data-tone={ALERT_TONE}>
      <Link to={ALERT_PAGE[alert.code]} params={{ boatId }} className={classes.what}>
        <Icon size={24} aria-hidden />
        <span>
          <strong>{text(alert)}</strong>
          <small>
            <Age at={alert.at} />
          </small>
        </span>
      </Link>
    </li>
  )
}

function DueRow({ item, boat }: { item: DueItem; boat: VesselOverview }) {
  const { common, boats } = useTexts()
  const dueText = useDueText()
  const Icon = ICONS[item.status]
  return (
    <li className={classes.item} data-tone={TONE[item.status]}>
      <span className={classes.what}>
        <Icon size={24} aria-hidden />
        <span>
          <strong>{item.title}</strong>
          <small>
            {common.status[item.status]}, {dueText(item, boat.vessel.engine_hours)}
          </small>
        </span>
      </span>
      <LinkButton
        to="/boats/$boatId/maintenance"
        params={{ boatId: boat.vessel.id }}
        hash={`log-${item.task_id}`}
        variant="default"
        size="sm"
        h={44}
        aria-label={boats.overview.logServiceOf(item.title)}
      >
        {boats.overview.logService}
      </LinkButton>
    </li>
  )
}

function NeverRow({ count, boatId }: { count: number; boatId: string }) {
  const { overview, health } = useTexts().boats
  return (
    <li className={classes.item} data-tone="none">
      <span className={classes.what}>
        <ICONS.never_logged size={24} aria-hidden />
        <span>
          <strong>{health.reasons.never_logged(count)}</strong>
          <small>{overview.neverText}</small>
        </span>
      </span>
      <LinkButton to="/boats/$boatId/guide" params={{ boatId }} hash="lastDone" variant="default" size="sm" h={44}>
        {overview.neverAction}
      </LinkButton>
    </li>
  )
}

function AllWell({ boat }: { boat: VesselOverview }) {
  const { overview, due } = useTexts().boats
  const dueText = useDueText()
  const { next } = boat.due
  if (!next && !boat.last_seen_at) return null
  // The last inspection found something: then nothing is due, but not everything is in order.
  const found = boat.health_reasons.some(({ code }) => code === 'inspection')
  return (
    <div className={classes.well}>
      <IconCircleCheck size={28} aria-hidden />
      <p>
        <strong>{found ? due.allOk : overview.well}</strong>
        {next ? `${due.next(next.title)}, ${dueText(next, boat.vessel.engine_hours)}` : overview.wellText}
      </p>
    </div>
  )
}
