import type { Inspection, InspectionPoint } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { ScoreRing } from '../score-ring.tsx'
import { VerdictCounts } from '../verdict-counts.tsx'
import { judged } from '../walk.ts'
import classes from './report.module.css'

/** Which boat, when, the score as a picture, and the code of the report. */
export function ReportHead({ inspection, points }: { inspection: Inspection; points: readonly InspectionPoint[] }) {
  const { inspections, common } = useTexts()
  const { report } = inspections
  const format = useFormat()
  const boat = useBoat()
  const { completed_at, engine_hours, vir_code, score } = inspection
  const makeAndModel = [boat.make, boat.model].filter(Boolean).join(' ')
  const facts: [string, string | null][] = [
    [report.boat, [boat.name, makeAndModel || common.vesselTypes[boat.vessel_type]].join(', ')],
    [report.hin, boat.hin],
    [report.date, format.dateTime(completed_at!)],
    [report.hours, engine_hours === null ? null : format.hours(engine_hours)],
    [report.code, vir_code],
  ]
  return (
    <header className={classes.head}>
      <div className={classes.score}>
        {score === null ? <p>{inspections.list.noScore}</p> : <ScoreRing score={score} size={120} />}
        <VerdictCounts points={points} />
      </div>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{report.extent}</dt>
          <dd>{report.judged(judged(points), points.length)}</dd>
        </div>
      </dl>
    </header>
  )
}
