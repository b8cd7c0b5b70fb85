import type { Series } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { seriesText } from '../../telemetry/names.ts'
import { seriesKey } from '../../telemetry/series.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Age } from '../../ui/age.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { BoatPicture } from '../boat-picture.tsx'
import classes from './guide.module.css'
import type { StepBodyProps } from './step-body-props.ts'

const SHOWN = 8

/** Waits for the first reading: live events bring it, and it is shown as it arrives. */
export function LiveStep({ boat }: StepBodyProps) {
  const { guide } = useTexts().boats
  const { series, box_count, frame, vessel } = boat
  return (
    <div aria-live="polite">
      {frame && <BoatPicture vessel={vessel} frame={frame} size="page" atOnce />}
      {series.length > 0 && <Arrived series={series} />}
      {series.length > 0 || frame ? null : box_count > 0 ? (
        <Waiting boatId={boat.vessel.id} />
      ) : (
        <p>{guide.live.first}</p>
      )}
    </div>
  )
}

function Arrived({ series }: { series: Series[] }) {
  const texts = useTexts()
  const format = useFormat()
  const { live } = texts.boats.guide
  const newest = series.toSorted((a, b) => Date.parse(b.arrived_at) - Date.parse(a.arrived_at))
  return (
    <>
      <p>
        <strong>{live.arrived}</strong> <Age at={newest[0]!.arrived_at} />
      </p>
      <ul className={classes.values}>
        {newest.slice(0, SHOWN).map((one) => (
          <li key={seriesKey(one)}>
            <span>{seriesText(one, texts)}</span>
            <strong>{one.value === null ? one.text_value : format.metric(one.metric, one.value, one.unit).text}</strong>
          </li>
        ))}
      </ul>
      {newest.length > SHOWN && <p>{live.more(newest.length - SHOWN)}</p>}
    </>
  )
}

function Waiting({ boatId }: { boatId: string }) {
  const { live } = useTexts().boats.guide
  return (
    <>
      <p className={classes.waiting}>
        <span className={classes.pulse} aria-hidden />
        <strong>{live.waiting}</strong>
      </p>
      <p>{live.waitingText}</p>
      <details className={classes.hints}>
        <summary>{live.troubles}</summary>
        <ul>
          {live.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        <LinkButton to="/boats/$boatId/connections" params={{ boatId }} variant="default">
          {live.connections}
        </LinkButton>
      </details>
    </>
  )
}
