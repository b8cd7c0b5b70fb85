import type { Series } from '@binnacle/contract'
import { BandLine } from '../alarms/bands/band-line.tsx'
import { useBand } from '../alarms/bands/use-band.ts'
import { useTexts } from '../texts/use-texts.ts'
import { AgeLine } from './age-line.tsx'
import classes from './live.module.css'
import { instanceText } from './names.ts'
import { SeriesLink } from './series-link.tsx'
import { useReading } from './use-reading.ts'

/** How full a tank is drawn: 0 to 1, whatever its sensor says. */
const level = (value: number | null) => Math.max(0, Math.min(1, (value ?? 0) / 100))

const WALL = { width: 44, height: 72 }
const INSIDE = 64

/** A tank as a picture of its level, with the number beside it. */
export function TankTile({ series, named }: { series: Series; named: boolean }) {
  const texts = useTexts()
  const { shown, ...state } = useReading(series)
  const band = useBand(series)
  const height = state.impossible ? 0 : INSIDE * level(series.value)
  return (
    <SeriesLink series={[series]} className={classes.tank} tone={band?.tone}>
      <svg
        viewBox={`0 0 ${WALL.width} ${WALL.height}`}
        className={classes.vessel}
        data-dim={state.stale || undefined}
        aria-hidden
      >
        <rect className={classes.liquid} x="4" y={4 + INSIDE - height} width="36" height={height} rx="3" />
        <rect className={classes.wall} x="2" y="2" width="40" height="68" rx="8" />
      </svg>
      <span className={classes.beside}>
        <span className={classes.label}>
          {texts.common.metrics[series.metric]}
          {named && ` · ${instanceText(series.instance ?? '', texts)}`}
        </span>
        <span className={classes.value} data-dim={state.stale || undefined}>
          {shown.value} <small>{shown.unit}</small>
        </span>
        <BandLine band={band} />
        <AgeLine {...state} />
      </span>
    </SeriesLink>
  )
}
