import type { Series } from '@binnacle/contract'
import { type Icon, IconDroplet, IconDropletOff, IconPlug, IconPlugOff, IconRefresh } from '@tabler/icons-react'
import { BandLine } from '../alarms/bands/band-line.tsx'
import { useBand } from '../alarms/bands/use-band.ts'
import { useFormat } from '../format/use-format.ts'
import type { Texts } from '../texts/en.ts'
import { useTexts } from '../texts/use-texts.ts'
import { AgeLine } from './age-line.tsx'
import classes from './live.module.css'
import { instanceText } from './names.ts'
import { SeriesLink } from './series-link.tsx'
import { useReading } from './use-reading.ts'

interface State {
  text: string
  icon: Icon
  tone: 'ok' | 'late' | 'none'
}

function stateOf({ metric, value }: Series, count: string, { telemetry }: Texts): State {
  if (metric === 'bilge_water')
    return value
      ? { text: telemetry.bilgeWet, icon: IconDroplet, tone: 'late' }
      : { text: telemetry.bilgeDry, icon: IconDropletOff, tone: 'ok' }
  if (metric === 'shore_power')
    return value
      ? { text: telemetry.shoreOn, icon: IconPlug, tone: 'ok' }
      : { text: telemetry.shoreOff, icon: IconPlugOff, tone: 'none' }
  return { text: telemetry.pumpStarts(count), icon: IconRefresh, tone: 'none' }
}

/** Something that is one way or another, in a word. An old one has no colour: nobody knows how it is now. */
export function StateRow({ series, named }: { series: Series; named: boolean }) {
  const texts = useTexts()
  const format = useFormat()
  const reading = useReading(series)
  const band = useBand(series)
  const { text, icon: Icon, tone } = stateOf(series, format.number(series.value ?? 0), texts)
  return (
    <SeriesLink series={[series]} className={classes.state} tone={band?.tone}>
      <span className={classes.badge} data-tone={band?.tone ?? (reading.stale || reading.impossible ? 'none' : tone)}>
        <Icon size={20} aria-hidden />
      </span>
      <span className={classes.beside}>
        <span className={classes.label}>
          {texts.common.metrics[series.metric]}
          {named && ` · ${instanceText(series.instance ?? '', texts)}`}
        </span>
        <span className={classes.word} data-dim={reading.stale || undefined}>
          {reading.impossible ? reading.shown.text : text}
        </span>
        <BandLine band={band} />
        <AgeLine {...reading} />
      </span>
    </SeriesLink>
  )
}
