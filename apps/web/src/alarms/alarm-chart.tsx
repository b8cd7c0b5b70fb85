import type { Alarm } from '@binnacle/contract'
import { limitAt } from '@binnacle/contract/alarm-limit'
import type { Metric } from '@binnacle/contract/metrics'
import { kindOfRule } from '@binnacle/contract/rule-kinds'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSwitch } from '../charts/panes.ts'
import { timesOf } from '../charts/search.ts'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { isPlausible } from '../telemetry/plausible.ts'
import { rangeQuery } from '../telemetry/queries.ts'
import { seriesKey } from '../telemetry/series.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import classes from './alarms.module.css'
import { around, spanOf, worstOf } from './around.ts'
import { limitLine, PICTURE } from './limit-line.ts'

/** What is open moves on in steps, so that it is not asked for each second. */
const STEP_MS = 5 * 60_000
const POINTS = 80

/** An alarm whose rule holds a value against a limit. */
type LimitAlarm = Alarm & { metric: Metric; limit: number }

export const hasChart = (alarm: Alarm): alarm is LimitAlarm =>
  alarm.metric !== null &&
  alarm.limit !== null &&
  !isSwitch(alarm.metric) &&
  kindOfRule(alarm.kind).limit === 'value' &&
  alarm.kind !== 'sum_above'

/** The values around an alarm with its limit, and how far it went; leads to the chart. */
export function AlarmChart({ alarm }: { alarm: LimitAlarm }) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const boatId = useBoatId()
  const now = Math.ceil(useNow() / STEP_MS) * STEP_MS
  const { metric, instance, kind } = alarm
  const span = spanOf(alarm, now)
  const shown = around(span)
  const name = { metric, instance }
  const { data } = useQuery(rangeQuery(boatId, name, { ...shown, points: POINTS }))
  const [at, , , mean] = data?.points ?? [[], [], [], []]
  const points = at.map((time, i) => [time, mean[i]!] as const).filter(([, value]) => isPlausible(metric, value))
  const line = limitLine(points, limitAt(kind, alarm.limit, alarm.value ?? 0), shown, data?.gap_ms ?? 0)
  const worst = data ? worstOf(alarm, data.points, span, data.bucket_ms) : null
  return (
    <Link
      to="/boats/$boatId/charts"
      params={{ boatId }}
      search={{ series: [seriesKey(name)], ...timesOf(shown) }}
      className={classes.chart}
    >
      {line && (
        <svg viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`} preserveAspectRatio="none" aria-hidden>
          <line className={classes.limit} x1="0" x2={PICTURE.width} y1={line.limitY} y2={line.limitY} />
          <path className={classes.line} d={line.path} />
        </svg>
      )}
      <span>
        {worst !== null && `${(kind === 'above' ? texts.highest : texts.lowest)(format.metric(metric, worst).text)} · `}
        {texts.chart}
      </span>
    </Link>
  )
}
