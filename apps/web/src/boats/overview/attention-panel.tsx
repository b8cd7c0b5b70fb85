import type { Alert, DueItem, VesselOverview } from '@binnacle/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ICONS, TONE } from '../../ui/status.ts'
import { ALERT_ICONS } from '../health/alert-icons.ts'
import { ALERT_PAGE, ALERT_TONE, alertKey } from '../health/attention.ts'
import { useAlertText } from '../health/use-alert-text.ts'
import { useDueText } from '../health/use-due-text.ts'
import classes from './attention-panel.module.css'

/** So many tasks are shown; the others are on the page of what is due. */
const SHOWN = 3

/**
 * First on a boat's page: what is wrong, overdue, due soon or not known, each with a link to act on it; or that all is well.
 */
export function AttentionPanel({ boat }: { boat: VesselOverview }) {
  const { overview, health, due: words } = useTexts().boats
  const due = boat.due_items.filter(({ status }) => status !== 'ok').slice(0, SHOWN)
  const more = boat.due.overdue + boat.due.due_soon - due.length
  const findings = boat.health_reasons.find(({ code }) => code === 'safety_finding')?.count ?? 0
  const never = boat.due.never_logged
  if (boat.alerts.length + due.length + findings + never === 0) return <AllWell boat={boat} />
  return (
    <Panel title={overview.attention}>
      <ul className={classes.list}>
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

function AlertRow({ alert, boatId }: { alert: Alert; boatId: string }) {
  const text = useAlertText()
  const Icon = ALERT_ICONS[alert.code]
  return (
    <li className={classes.item} data-tone={ALERT_TONE[alert.code]}>
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
  return (
    <div className={classes.well}>
      <IconCircleCheck size={28} aria-hidden />
      <p>
        <strong>{overview.well}</strong>
        {next ? `${due.next(next.title)}, ${dueText(next, boat.vessel.engine_hours)}` : overview.wellText}
      </p>
    </div>
  )
}
