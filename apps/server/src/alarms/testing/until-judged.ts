import { until } from '../../../../../scripts/until.ts'
import type { Db } from '../../db/database.ts'
import { allWaiting } from '../judge/judge-sql.ts'

/** Waits until the service has judged all that it stored. */
export const untilJudged = (db: Db): Promise<boolean> =>
  until(async () => (await allWaiting(db)).length === 0, 'the end of judging')
