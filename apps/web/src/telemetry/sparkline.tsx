import type { Series } from '@binnacle/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBoatId } from '../shell/use-boat.ts'
import { useNow } from '../ui/clock.ts'
import classes from './live.module.css'
import { isPlausible } from './plausible.ts'
import { SPARK_MS, sparkQuery } from './queries.ts'
import { seenAt } from './series.ts'
import { SPARK, sparkPath } from './spark.ts'
import { STALE_MS } from './staleness.ts'
import { isOwnUnit } from './use-reading.ts'

/** The last hour of a value, up to the newest reading, which is known already. Its place is kept while there is nothing to draw. */
export function Sparkline({ series }: { series: Series }) {
  const now = useNow()
  const { data } = useQuery({ ...sparkQuery(useBoatId(), series, now), placeholderData: keepPreviousData })
  const [at, , , mean] = data?.points ?? [[], [], [], [], []]
  const newest: [number, number][] = series.value === null ? [] : [[seenAt(series), series.value]]
  const points = at
    .map((time, i): [number, number] => [time, mean[i]!])
    .filter(([time]) => time < (newest[0]?.[0] ?? Number.POSITIVE_INFINITY))
    .concat(newest)
    .filter(([, value]) => isPlausible(series.metric, value, isOwnUnit(series)))
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={sparkPath(points, { from: now - SPARK_MS, to: now }, data?.gap_ms ?? STALE_MS)} />
    </svg>
  )
}
