import type { Series } from '@binnacle/contract'
import { BandLine } from '../alarms/bands/band-line.tsx'
import { useBand } from '../alarms/bands/use-band.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { AgeLine } from './age-line.tsx'
import classes from './live.module.css'
import { SeriesLink } from './series-link.tsx'
import { Sparkline } from './sparkline.tsx'
import { useReading } from './use-reading.ts'

/** A number with its unit, its last hour and its age; leads to its chart. */
export function ValueTile({ series }: { series: Series }) {
  const { common } = useFirstTexts()
  const { shown, ...state } = useReading(series)
  const band = useBand(series)
  return (
    <SeriesLink series={[series]} className={classes.tile} tone={band?.tone}>
      <span className={classes.label}>{common.metrics[series.metric]}</span>
      <span className={classes.value} data-dim={state.stale || undefined}>
        {shown.value} <small>{shown.unit}</small>
      </span>
      <BandLine band={band} />
      {!state.stale && <Sparkline series={series} />}
      <AgeLine {...state} />
    </SeriesLink>
  )
}
