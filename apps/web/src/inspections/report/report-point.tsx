import type { InspectionPoint } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useWaiting } from '../../outbox/entries.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useMakeTask } from '../queries.ts'
import { VerdictBadge } from '../verdict.tsx'
import classes from './report.module.css'

/** One point of the report; in full with where it is, what it was before, and its photos. */
export function ReportPoint({ point, full }: { point: InspectionPoint; full: boolean }) {
  const { report, verdicts, walk } = useTexts().inspections
  const { title, section, verdict, note, previous, photos } = point
  const changed = full && previous && previous.verdict !== verdict
  return (
    <li className={classes.point} data-full={full || undefined}>
      <div className={classes.pointLine}>
        <span className={classes.pointTitle}>{title || walk.noWords}</span>
        <VerdictBadge verdict={verdict} />
      </div>
      {full && (
        <span className={classes.muted}>
          {section}
          {changed && ` · ${report.before(verdicts[previous.verdict])}`}
        </span>
      )}
      {note && <p className={classes.note}>{note}</p>}
      {photos.length > 0 && (full || verdict === 'operational' || verdict === null) && (
        <div className={classes.photos}>
          {photos.map(({ id, url, width, height }, i) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={walk.photoOf(title, i + 1)} width={width} height={height} />
            </a>
          ))}
        </div>
      )}
      {full && <FindingTask point={point} />}
    </li>
  )
}

/** A finding becomes a task with one tap. */
function FindingTask({ point }: { point: InspectionPoint }) {
  const boatId = useBoatId()
  const { inspectionId = '' } = useParams({ strict: false })
  const { common, inspections } = useTexts()
  const { report } = inspections
  const waits = useWaiting(boatId).find(({ body, refused }) => !refused && Object(body).finding_id === point.id)
  const make = useMakeTask(boatId, inspectionId)
  return (
    <div className={classes.task}>
      {point.task_id ? (
        <LinkButton to="/boats/$boatId/maintenance" params={{ boatId }} variant="subtle" px={0}>
          {report.hasTask}
        </LinkButton>
      ) : waits ? (
        <p>{common.waiting.kept(waits.title)}</p>
      ) : (
        <Button
          variant="default"
          aria-label={report.makeTaskOf(point.title)}
          loading={make.isPending}
          onClick={() => make.mutate(point)}
        >
          {report.makeTask}
        </Button>
      )}
      {make.error && <Problem error={make.error} />}
    </div>
  )
}
