import type { Database } from '../../../apps/server/src/db/database.ts'
import { type AuditedBoat, READINGS_PER_BATCH } from './clients.ts'

/** What is not as it should be with one boat. */
export interface Finding {
  /** Acknowledged, and not there: readings, or entries of the hour log. */
  missing: number
  /** There once too often. */
  twice: number
  wrong: string[]
  /** Whether the batch that is open was stored: its answer was lost on the way. */
  storedUnanswered: boolean
}

interface Stored {
  readings: number[]
  meter: number | null
  hourLog: { hours: number; source: string }[]
  /** false: these are the newest, and older ones were not asked for. */
  whole: boolean
}

/** Everything of a boat that is stored, by SQL; the readings through the view. */
export async function readSql(database: Database, { boat }: AuditedBoat): Promise<Stored> {
  const values = await database.prepared<{ value: number }>(
    'audit-readings',
    "select value::integer from reading where vessel_id = $1 and metric = 'engine_rpm'",
    [boat.vesselId],
  )
  const [vessel] = await database.prepared<{ engine_hours: number | null }>(
    'audit-vessel',
    'select engine_hours from vessel where id = $1',
    [boat.vesselId],
  )
  const hourLog = await database.prepared<{ hours: number; source: string }>(
    'audit-hours',
    'select hours, source from engine_hour_log where vessel_id = $1',
    [boat.vesselId],
  )
  return { readings: values.map(({ value }) => value), meter: vessel!.engine_hours, hourLog, whole: true }
}

const PAGE = 500

/** What the boat's owner sees: the newest readings, the meter and the newest entries of the logbook. */
export async function readApi(url: string, { boat }: AuditedBoat): Promise<Stored> {
  // biome-ignore lint/suspicious/noExplicitAny: the service's own tests check the form of its answers
  const get = async (path: string): Promise<any> => {
    const headers = { authorization: `Bearer ${boat.ownerKey}` }
    const answer = await fetch(`${url}/v1/vessels/${boat.vesselId}${path}`, { headers })
    // As for the boats' clients: a connection that was kept in reserve had its time.
    if (answer.status === 408) return get(path)
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { readings } = await get(`/telemetry?metric=engine_rpm&limit=${PAGE}`)
  const { vessel } = await get('')
  const { engine_hour_logs: hourLog } = await get('/logbook')
  const values = readings.map((reading: { value: number }) => reading.value)
  return { readings: values, meter: vessel.engine_hours, hourLog, whole: false }
}

/** Holds what is stored against what the boat's clients know. */
export function compare(audited: AuditedBoat, stored: Stored): Finding {
  const finding: Finding = { missing: 0, twice: 0, wrong: [...audited.unexpected], storedUnanswered: false }
  compareReadings(finding, audited, stored)
  compareMeter(finding, audited, stored)
  if (stored.whole) compareHourLog(finding, audited, stored)
  return finding
}

/** Readings are numbered in the order in which they are sent: up to the last one, none may be left out. */
function compareReadings(finding: Finding, audited: AuditedBoat, { readings, whole }: Stored): void {
  const acknowledged = audited.acknowledged * READINGS_PER_BATCH
  const sent = acknowledged + (audited.batch ? READINGS_PER_BATCH : 0)
  const different = new Set(readings)
  const end = readings.reduce((max, value) => Math.max(max, value + 1), acknowledged)
  for (let number = whole ? 0 : Math.max(0, end - PAGE); number < end; number++)
    if (!different.has(number)) finding.missing++
  finding.twice += readings.length - different.size
  finding.storedUnanswered = end > acknowledged
  if (end > sent) finding.wrong.push(`reading ${end - 1} was never sent`)
}

function compareMeter({ wrong }: Finding, audited: AuditedBoat, { meter, hourLog }: Stored): void {
  const { acknowledgedHours, sentHours } = audited
  if ((meter ?? 0) < acknowledgedHours) wrong.push(`the meter is ${meter}, acknowledged were ${acknowledgedHours}`)
  if ((meter ?? 0) > sentHours) wrong.push(`the meter is ${meter}, sent were ${sentHours}`)
  if (meter !== null && Math.max(...hourLog.map(({ hours }) => hours)) !== meter)
    wrong.push(`the meter is ${meter}, which is not the highest entry of the logbook`)
}

/** Each move of the meter has its entry. A post that was sent several times, without an answer, may have one for each. */
function compareHourLog(finding: Finding, { moves, posts, post }: AuditedBoat, { hourLog }: Stored): void {
  const moved = Map.groupBy(
    hourLog.filter(({ source }) => source === 'telemetry'),
    ({ hours }) => hours,
  )
  const posted = Map.groupBy(
    hourLog.filter(({ source }) => source !== 'telemetry'),
    ({ hours }) => hours,
  )
  for (const hours of moves) if (!moved.has(hours)) finding.missing++
  for (const [hours, { acknowledged }] of posts) if (acknowledged && !posted.has(hours)) finding.missing++
  for (const entries of moved.values()) finding.twice += entries.length - 1
  for (const [hours, entries] of posted) {
    const attempts = (hours === post?.hours ? post : posts.get(hours))?.attempts ?? 0
    finding.twice += Math.max(0, entries.length - attempts)
  }
}
