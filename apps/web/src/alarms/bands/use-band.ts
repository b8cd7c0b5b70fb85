import type { Series } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { seenAt } from '../../telemetry/series.ts'
import { isStale } from '../../telemetry/staleness.ts'
import { isOwnUnit } from '../../telemetry/use-reading.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { openAlarmsQuery, rulesQuery } from '../queries.ts'
import { SEVERITY_TONE } from '../severity.ts'
import { type Band, bandOf } from './band-of.ts'

export interface BandShown extends Band {
  tone: 'late' | 'soon'
  /** "above 98 °C", "Alarm" */
  text: string
}

/** What the newest value of a series breaks, in the reader's words; null: nothing. */
export function useBand(series: Series): BandShown | null {
  const boatId = useBoatId()
  const { data: rules = [] } = useQuery(rulesQuery(boatId))
  const { data: open = [] } = useQuery(openAlarmsQuery(boatId))
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const now = useNow()
  const isJudged = isOwnUnit(series) && !isStale(series.metric, seenAt(series), now)
  const band = bandOf(series, isJudged ? rules : [], open)
  return band && { ...band, tone: SEVERITY_TONE[band.severity], text: textOf(band) }

  function textOf({ kind, limit, severity }: Band): string {
    if (kind === 'sum_above') return texts.beyond.much
    if (limit === null || series.metric === 'bilge_water' || series.metric === 'shore_power')
      return texts.severities[severity]
    const shown = format.metric(series.metric, limit).text
    return kind === 'above' ? texts.beyond.above(shown) : texts.beyond.below(shown)
  }
}
