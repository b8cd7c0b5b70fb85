import type { InspectionSummary } from '@binnacle/contract'
import { Progress } from '@mantine/core'
import { IconChevronRight, IconClipboardList, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../format/use-format.ts'
import { useWaiting } from '../../outbox/entries.ts'
import { completionOf, deletionOf, type Entry, localId } from '../../outbox/entry.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { ScoreRing } from '../score-ring.tsx'
import { useWalk } from '../walk/use-walk.ts'
import { judged } from '../walk.ts'
import classes from './list.module.css'

interface InspectionLineProps {
  boatId: string
  inspection: InspectionSummary
}

/** One inspection, which leads to where it goes on: the walk or the report. */
export function InspectionLine({ boatId, inspection }: InspectionLineProps) {
  const finished = inspection.status === 'completed'
  return (
    <li>
      <Link
        to={finished ? '/boats/$boatId/inspections/$inspectionId/report' : '/boats/$boatId/inspections/$inspectionId'}
        params={{ boatId, inspectionId: inspection.id }}
        className={classes.line}
      >
        {finished ? <Finished {...inspection} /> : <Open {...inspection} />}
      </Link>
    </li>
  )
}

function Finished({ completed_at, score, vir_code, attention, non_operational }: InspectionSummary) {
  const { list } = useTexts().inspections
  const format = useFormat()
  return (
    <>
      {score === null ? <IconMinus size={56} aria-hidden /> : <ScoreRing score={score} size={56} />}
      <span className={classes.words}>
        <strong>{format.date(completed_at!)}</strong>
        <span>{score === null ? list.noScore : list.found(non_operational, attention)}</span>
        <span className={classes.code}>{vir_code}</span>
      </span>
      <IconChevronRight size={22} aria-hidden className={classes.code} />
    </>
  )
}

function Open({ id, started_at, points, operational, attention, non_operational }: InspectionSummary) {
  const { inspections, common } = useTexts()
  const waiting = useWaiting(useBoatId())
  const waits = deletionOf(waiting, id)
    ? common.waiting.toBeDeleted
    : completionOf(waiting, id) && inspections.finish.waits
  return <UnderWay at={started_at} done={operational + attention + non_operational} points={points} waits={waits} />
}

/** An inspection that was started here and that the service does not know yet. */
export function LocalLine({ boatId, start }: { boatId: string; start: Entry }) {
  const { finish } = useTexts().inspections
  const { id, points = [], completion } = useWalk(boatId, localId(start))
  return (
    <li>
      <Link
        to="/boats/$boatId/inspections/$inspectionId"
        params={{ boatId, inspectionId: id }}
        className={classes.line}
      >
        <UnderWay at={start.at} done={judged(points)} points={points.length} waits={completion && finish.waits} />
      </Link>
    </li>
  )
}

interface UnderWayProps {
  at: string | number
  done: number
  points: number
  /** What the service does not know yet: it is finished here, or discarded. */
  waits: string | undefined
}

function UnderWay({ at, done, points, waits }: UnderWayProps) {
  const { list } = useTexts().inspections
  const format = useFormat()
  return (
    <>
      <IconClipboardList size={40} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <strong>{list.started(format.dateTime(at))}</strong>
        <span>{list.progress(done, points)}</span>
        {waits ? (
          <span className={classes.waits}>{waits}</span>
        ) : (
          <Progress value={points > 0 ? (100 * done) / points : 0} aria-hidden />
        )}
      </span>
      {!waits && <span className={classes.goOn}>{list.goOn}</span>}
    </>
  )
}
