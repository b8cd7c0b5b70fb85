import type { VesselOverview } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { dueState } from '../health/due-state.ts'
import { useDueText } from '../health/use-due-text.ts'
import classes from './overview.module.css'

const SHOWN = 4

/**
 * The tasks that come next, beyond those that want attention now, and when each is due; a boat without tasks is led to the
 * ready-made ones.
 */
export function UpcomingPanel({ boat }: { boat: VesselOverview }) {
  const { overview } = useTexts().boats
  const dueText = useDueText()
  const { vessel, due_items } = boat
  const next = due_items.filter((item) => dueState(item) === 'ok').slice(0, SHOWN)
  const params = { boatId: vessel.id }
  if (due_items.length === 0)
    return (
      <Panel title={overview.upcoming}>
        <p className={classes.quiet}>{overview.noTasks}</p>
        <LinkButton to="/boats/$boatId/guide" params={params} variant="default" mt="sm">
          {overview.chooseTasks}
        </LinkButton>
      </Panel>
    )
  return (
    <Panel
      title={overview.upcoming}
      actions={
        <LinkButton to="/boats/$boatId/maintenance" params={params} variant="subtle" className={classes.more}>
          {overview.allDue}
        </LinkButton>
      }
    >
      {next.length === 0 && boat.due.ok <= boat.due.never_logged && (
        <p className={classes.quiet}>{overview.upcomingNone}</p>
      )}
      <ul className={classes.rows}>
        {next.map((item) => (
          <li key={item.task_id} className={classes.row}>
            <span>{item.title}</span>
            <small>{dueText(item, vessel.engine_hours)}</small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
