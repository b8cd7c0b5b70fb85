import type { DueForecast, Usage } from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { patterns } from '../usage/sql.ts'
import { usageOf } from '../usage/usage.ts'
import { forecastFeed } from './forecast.ts'
import { dueTasks } from './sql.ts'

interface Forecast {
  usage: Usage | null
  items: DueForecast[]
}

/** The due feed with predictions of each vessel, by vessel id. Runs two statements. The caller has checked the owner. */
export async function forecasts(
  db: Db,
  vessels: readonly { id: string; engine_hours: number | null }[],
  now: Date,
): Promise<Map<string, Forecast>> {
  const ids = vessels.map(({ id }) => id)
  const [tasks, used] = await Promise.all([ids.length > 0 ? dueTasks(db, ids, now) : [], patterns(db, ids, now)])
  const byVessel = Map.groupBy(tasks, ({ vessel_id }) => vessel_id)
  return new Map(
    vessels.map(({ id, engine_hours }) => {
      const pattern = used.get(id) ?? null
      const items = forecastFeed(byVessel.get(id) ?? [], engine_hours, pattern, now)
      return [id, { usage: pattern && usageOf(pattern), items }]
    }),
  )
}
