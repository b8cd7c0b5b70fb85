import type { VesselOverview } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './overview.module.css'

/** The inspection that is under way, the last that was finished, or the way to the first. */
export function InspectionPanel({
  boat: { vessel, open_inspection: open, last_inspection: last },
}: {
  boat: VesselOverview
}) {
  const { overview } = useTexts().boats
  const format = useFormat()
  const boatId = vessel.id
  return (
    <Panel title={overview.inspection}>
      {open && <p className={classes.quiet}>{overview.openInspection(format.date(open.started_at))}</p>}
      {last && (
        <p className={classes.quiet}>
          {overview.lastInspection(format.date(last.completed_at ?? last.started_at))}
          {last.score !== null && `, ${overview.score(format.percent(last.score))}`}
        </p>
      )}
      {!open && !last && <p className={classes.quiet}>{overview.neverInspected}</p>}
      {open ? (
        <LinkButton
          to="/boats/$boatId/inspections/$inspectionId"
          params={{ boatId, inspectionId: open.id }}
          variant="default"
          mt="sm"
        >
          {overview.goOn}
        </LinkButton>
      ) : (
        <LinkButton to="/boats/$boatId/inspections" params={{ boatId }} variant="default" mt="sm">
          {last ? overview.inspections : overview.inspect}
        </LinkButton>
      )}
    </Panel>
  )
}
