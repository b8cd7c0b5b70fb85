import { mainEngine, printable, timeUnit, withheldLine } from '@binnacle/onboard'
import { inYaml } from '../config/in-yaml.ts'
import type { InputStatus } from '../inputs/input.ts'
import { updateText } from '../update/update.ts'
import { type GatewayStatus, STATUS_EVERY_MS } from './status-file.ts'

/** A status that is older than this is not the present: its writer has ended, or hangs. */
const OLD_MS = 6 * STATUS_EVERY_MS

type Series = GatewayStatus['series'][number]
type BoatAlarm = NonNullable<GatewayStatus['alarms']>['alarms'][number]

export interface Report {
  /** Whether the gateway runs. */
  running: boolean
  entries: Entry[]
  /** The entries for a terminal, their labels in the first eleven columns. */
  lines: string[]
}

export interface Entry {
  /** '' where it goes on with the one before. */
  label: string
  text: string
  /** Somebody has to do something about it. */
  bad?: boolean
}

/**
 * What the owner reads of a gateway's status. `alive` says whether the process that wrote it is there;
 * `systemNow` is what the system clock says, ms, right or wrong.
 */
export function statusReport(status: GatewayStatus, alive: boolean, systemNow: number): Report {
  const now = systemNow - (status.clock.systemAheadMs ?? 0)
  const age = now - Date.parse(status.at)
  const { queue, connection, program, clock } = status
  const uploaded = status.lastUploadAt ?? status.uploadedBeforeAt
  const state = !alive
    ? `not running; last status ${ago(age)}`
    : age > OLD_MS
      ? `running (process ${program.pid}), but its last status is from ${ago(age)}: it hangs, its disk is full, or the clock was changed`
      : `running (process ${program.pid})`
  const of = (label: string, texts: readonly string[]): Entry[] => texts.map((text) => ({ label, text }))
  const entries: Entry[] = [
    { label: 'Gateway', text: `${state}, version ${program.version}` },
    ...of('Update', status.update ? [updateText(status.update)] : []),
    { label: 'Service', text: serviceLine(connection, now), bad: connection.state === 'refused' },
    ...(status.alarms?.alarms ?? []).map(alarmEntry),
    {
      label: 'Uploaded',
      text: uploaded ? `last ${ago(now - Date.parse(uploaded))}` : 'nothing yet',
    },
    { label: 'Waiting', text: waiting(queue, now) },
    ...of('', queueTroubles(queue)),
    ...of('Input', status.inputs.map(inputLine)),
    ...of('Source', status.series.filter(isContested).map(sourceLine)),
    ...of('Engine', engineLines(status)),
    ...of(
      'Camera',
      status.cameras.map((camera) => cameraLine(camera, now)),
    ),
    { label: 'Clock', text: clockLine(clock) },
    ...of('Withheld', status.withheld.map(withheldLine)),
    ...of(
      'Rejected',
      status.rejected.last.map(({ metric, reason }) => `${metric}: ${reason}`),
    ),
  ]
  return {
    running: alive && age <= OLD_MS,
    entries,
    lines: entries.map(
      ({ label, text }) => `${label && `${label}:`}`.padEnd(11) + printable(text).replaceAll('\n', '?'),
    ),
  }
}

/** Since when, and how old it is: nothing is asked of the service while there is nothing to send. */
function serviceLine({ state, sentence, since, lastAnswerAt }: GatewayStatus['connection'], now: number): string {
  const times = [
    ...(since && state !== 'connected' ? [`for ${span(now - Date.parse(since))}`] : []),
    ...(lastAnswerAt ? [`last answer ${ago(now - Date.parse(lastAnswerAt))}`] : []),
  ]
  return times.length > 0 ? `${sentence} (${times.join(', ')})` : sentence
}

function waiting({ waiting, bytes, oldestAt }: GatewayStatus['queue'], now: number): string {
  if (waiting === 0) return 'nothing'
  const since = oldestAt ? `, the oldest from ${ago(now - Date.parse(oldestAt))}` : ''
  return `${waiting.toLocaleString('en')} readings (${(bytes / 1e6).toFixed(1)} MB)${since}`
}

function queueTroubles({ thinned, dropped, refusedBatches, damagedParts }: GatewayStatus['queue']): string[] {
  return [
    [thinned, 'readings thinned out because the queue was full'],
    [dropped, 'readings deleted because the queue was full'],
    [refusedBatches, 'batches refused by the service, kept in the folder refused/'],
    [damagedParts, 'damaged parts of the queue, kept in the folder damaged/'],
  ].flatMap(([count, what]) => (Number(count) > 0 ? [`${count} ${what}`] : []))
}

function inputLine({ name, state, sentence, messagesAMinute, lastMessageAgeMs }: InputStatus): string {
  // A recording that is over has no rate; its last message is when it ended.
  if (state === 'ended') return `${name}: ${sentence}${lastMessageAgeMs === null ? '' : `, ${ago(lastMessageAgeMs)}`}`
  const heard = lastMessageAgeMs === null ? 'no data yet' : `last data ${ago(lastMessageAgeMs)}`
  return `${name}: ${sentence}; ${messagesAMinute.toLocaleString('en')} messages a minute, ${heard}`
}

const alarmEntry = ({ severity, message, quiet }: BoatAlarm): Entry => ({
  label: severity === 'alarm' ? 'Alarm' : 'Warning',
  text: `${message}${quiet ? ' (acknowledged or silenced)' : ''}`,
  bad: severity === 'alarm',
})

function engineLines({ hourMeters: engines, hourMeterSetting: set, series }: GatewayStatus): string[] {
  const lines = engines.map(
    ({ instance, hours, moves }) => `${instance ?? 'the only one'}, ${hours} h${moves ? ', moves the hour meter' : ''}`,
  )
  if (set != null && !engines.some(({ instance }) => instance === set))
    return [...lines, `hourMeter is ${set}, which was not heard: nothing moves the hour meter`]
  const isHeard = (engine: { instance: string | null }) =>
    series.some(({ metric, instance }) => metric === 'engine_hours' && instance === engine.instance)
  const moving = engines.find(({ moves }) => moves)
  const successor = engines.find((one) => isHeard(one) && mainEngine([{ instance: one.instance ?? '' }]) !== undefined)
  if (set == null && moving && !isHeard(moving) && successor?.instance)
    return [
      ...lines,
      `${moving.instance ?? 'the only one'} was not heard since the start; if ${successor.instance} has taken its place: hourMeter: ${inYaml(successor.instance)}`,
    ]
  const [first] = engines
  if (!first || moving) return lines
  return [...lines, `none of them moves the hour meter; to choose one: hourMeter: ${inYaml(first.instance ?? '')}`]
}

function cameraLine({ name, lastFrameAt, lastError }: GatewayStatus['cameras'][number], now: number): string {
  const last = lastFrameAt ? `last picture ${ago(now - Date.parse(lastFrameAt))}` : 'no picture yet'
  return `${name}: ${last}${lastError ? `; ${lastError}` : ''}`
}

const isContested = ({ chosen, others, unheard }: Series): boolean =>
  unheard.length > 0 || (chosen !== null && others.length > 0)

/** Such as "depth: nmea2000/36/128267 (DST810); also heard: nmea0183/SD/DBT". */
function sourceLine({ metric, instance, chosen, pinned, others, unheard }: Series): string {
  const used = `${chosen ? named(chosen) : 'no source in use'}${pinned ? ', set by you' : ''}`
  const also = others.length > 0 ? `; also heard: ${others.map(named).join(', ')}` : ''
  const not = unheard.length > 0 ? `; ${notHeard(unheard)}` : ''
  return `${instance === null ? metric : `${metric}/${instance}`}: ${used}${also}${not}`
}

export const notHeard = (names: readonly string[]): string => `set by you and not heard: ${names.join(', ')}`

/** Such as "nmea2000/36/128267 (DST810)". */
export const named = ({ source, name }: NonNullable<Series['chosen']>): string =>
  name === null ? source : `${source} (${name})`

function clockLine({ trust, systemAheadMs }: GatewayStatus['clock']): string {
  if (trust === null) return 'not known yet'
  const ahead = systemAheadMs ?? 0
  if (Math.abs(ahead) < 2_000) return `correct (${trust})`
  const wrong = `${span(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`
  return `the system clock is ${wrong} (${trust}); readings get the correct time`
}

/** Such as "3 min ago". */
const ago = (ms: number): string => `${span(ms)} ago`

/** A time in its largest unit of which it has two. */
export function span(ms: number): string {
  const [size, unit] = timeUnit(ms)
  return `${Math.max(0, Math.floor(ms / size))} ${unit}`
}
