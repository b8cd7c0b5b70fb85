import type { InspectionPoint } from '@binnacle/contract'
import { useTexts } from '../texts/use-texts.ts'
import classes from './report.module.css'
import { VerdictBadge } from './verdict.tsx'

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
    </li>
  )
}
