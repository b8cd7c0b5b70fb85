import type { Series } from '@binnacle/contract'
import { BandLine } from '../alarms/bands/band-line.tsx'
import { useBand } from '../alarms/bands/use-band.ts'
import { useTexts } from '../texts/use-texts.ts'
import { AgeLine } from './age-line.tsx'
import type { Battery } from './groups.ts'
import classes from './live.module.css'
import { instanceText } from './names.ts'
import { SeriesLink } from './series-link.tsx'
import { useReading } from './use-reading.ts'

/** A battery with its charge on a gauge, where it tells it, and its voltage. */
export function BatteryTile({ battery: { instance, voltage, charge } }: { battery: Battery }) {
  const texts = useTexts()
  const series = [voltage, charge].filter((one) => one !== null)
  return (
    <SeriesLink series={series} className={classes.tile}>
      <span className={classes.label}>{instance ? instanceText(instance, texts) : texts.telemetry.battery}</span>
      {charge && <Gauge charge={charge} />}
      {voltage && <Volts voltage={voltage} />}
      <NewestAge series={series} />
    </SeriesLink>
  )
}

const RADIUS = 44
const HALF = Math.PI * RADIUS

function Gauge({ charge }: { charge: Series }) {
  const { shown, stale, impossible } = useReading(charge)
  const share = impossible ? 0 : Math.max(0, Math.min(100, charge.value ?? 0)) / 100
  const arc = `M${50 - RADIUS} 52A${RADIUS} ${RADIUS} 0 0 1 ${50 + RADIUS} 52`
  return (
    <span className={classes.gauge}>
      <svg viewBox="0 0 100 58" data-dim={stale || undefined} aria-hidden>
        <path d={arc} className={classes.dial} />
        <path d={arc} className={classes.needle} strokeDasharray={`${share * HALF} ${2 * HALF}`} />
      </svg>
      <span className={classes.value} data-dim={stale || undefined}>
        {shown.value} <small>{shown.unit}</small>
      </span>
      <BandLine band={useBand(charge)} />
    </span>
  )
}

function Volts({ voltage }: { voltage: Series }) {
  const { shown, stale } = useReading(voltage)
  return (
    <>
      <span className={classes.value} data-dim={stale || undefined}>
        {shown.value} <small>{shown.unit}</small>
      </span>
      <BandLine band={useBand(voltage)} />
    </>
  )
}

/** The age of the value that is oldest, since nobody should take it for new. */
function NewestAge({ series }: { series: Series[] }) {
  const [oldest] = [...series].sort((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at))
  return oldest ? <ReadingAge series={oldest} /> : null
}

function ReadingAge({ series }: { series: Series }) {
  return <AgeLine {...useReading(series)} />
}
