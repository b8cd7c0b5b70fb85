import type { Alert, DueItem, VesselOverview } from '@binnacle/contract'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ICONS, TONE } from '../ui/status.ts'
import { ALERT_ICONS } from './alert-icons.ts'
import { ALERT_PAGE, ALERT_TONE, alertKey } from './attention.ts'
import classes from './attention-panel.module.css'
import { useAlertText } from './use-alert-text.ts'
import { useDueText } from './use-due-text.ts'

/** First on a boat's page: what is wrong, overdue or due soon, each with the way to settle it; or that all is well. */
export function AttentionPanel({ boat }: { boat: VesselOverview }) {
  const { overview, due: words } = useTexts().boats
  const due = boat.due_items.filter(({ status }) => status !== 'ok')
  const more = boat.due.overdue + boat.due.due_soon - due.length
  if (boat.alerts.length + due.length === 0) return <AllWell boat={boat} />
  return (
    <Panel title={overview.attention}>
      <ul className={classes.list}>
        {boat.alerts.map((alert) => (
          <AlertRow key={alertKey(alert)} alert={alert} boatId={boat.vessel.id} />
        ))}
        {due.map((item) => (
          <DueRow key={item.task_id} item={item} boat={boat} />
        ))}
      </ul>
      {more > 0 && (
        <LinkButton to="/boats/$boatId/maintenance" params={{ boatId: boat.vessel.id }} variant="subtle" mt="xs">
          {words.more(more)}
        </LinkButton>
      )}
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
