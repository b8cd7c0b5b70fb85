import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  admission,
  linesIn,
  nmea0183Clock,
  type Observation,
  type Reading,
  recordingIn,
  summary,
  venusReader,
  type Withheld,
  type WithheldCount,
} from '@binnacle/onboard'
import { dbusIn, topicsIn } from '../../../../packages/onboard/src/victron/testing/gx-recordings.ts'
import type { Link } from '../config/settings.ts'
import type { Input } from '../inputs/input.ts'
import { startNmea0183 } from '../inputs/nmea0183.ts'
import { startNmea2000 } from '../inputs/nmea2000.ts'
import { gathering } from './input.ts'

/** Recordings that are not a part of the project. */
export const DATA: URL = new URL('../../../../../shared/data/', import.meta.url)
export const pathOf = (file: string): string => fileURLToPath(new URL(file, DATA))
export const linesOf = (file: string): string[] => readFileSync(pathOf(file), 'latin1').split(/\r?\n/)

/** An input of the recording's kind, with another link for the same bytes. */
export function startInput(link: Link, file: string) {
  const gathered = gathering()
  const settings = { name: 'boat', link, bilgeWater: [], bilgePumps: [] }
  const begin = file.startsWith('nmea0183/') ? startNmea0183 : startNmea2000
  return { input: begin(settings, gathered.sink, gathered.log), ...gathered }
}

export interface Played {
  observations: Observation[]
  readings: Reading[]
  withheld: WithheldCount[]
  messages: number
  /** Metric, instance, readings sent, last value. */
  table: string
}

const played = new Map<string, Promise<Played>>()

/** A recording through its input as fast as can be, and through the rules that decide what is sent; once for each file of tests. */
export function play(file: string): Promise<Played> {
  const playing = played.get(file) ?? (file.startsWith('victron/') ? playGx(file) : playFile(file))
  played.set(file, playing)
  return playing
}

async function playFile(file: string): Promise<Played> {
  const { input, observations, withheld, until } = startInput({ kind: 'file', path: pathOf(file), speed: 'fast' }, file)
  await until(() => isOver(input))
  const { state, messagesAMinute: messages } = input.status()
  await input.close()
  assert.equal(state, 'ended')
  return admitted(observations, withheld, messages)
}

const isOver = (input: Input) => ['ended', 'failed'].includes(input.status().state)

const gxMessages = (file: string) => {
  const url = new URL(file, DATA)
  return file.endsWith('/') ? dbusIn(url) : topicsIn(url)
}

/** As its input does: what a GX has not changed still holds. */
const REPEAT_MS = 20_000

async function playGx(file: string): Promise<Played> {
  const withheld: Withheld[] = []
  const reader = venusReader({ withhold: (one) => withheld.push(one) })
  const messages = gxMessages(file)
  const observations: Observation[] = []
  const end = messages.at(-1)?.at ?? 0
  let repeated: number | undefined
  const repeatUntil = (now: number) => {
    if (repeated === undefined && now > 0) reader.complete()
    for (let at = repeated === undefined ? 0 : repeated + REPEAT_MS; now > 0 && at < now; at += REPEAT_MS) {
      observations.push(...reader.repeat(at))
      repeated = at
    }
  }
  for (const { at, topic, payload } of messages) {
    repeatUntil(at)
    observations.push(...(reader.take(topic, payload, at) ?? []))
  }
  repeatUntil(end + REPEAT_MS)
  return admitted(observations, withheld, messages.length)
}

function admitted(observations: Observation[], withheld: Withheld[], messages: number): Played {
  const admit = admission()
  const readings = observations.flatMap((observation) => admit(observation) ?? [])
  readings.push(...admit.overdue(observations.at(-1)?.at ?? 0))
  for (const one of withheld) admit.withhold(one)
  const table = summary(readings).replaceAll(/ +\S+Z$| +at$/gm, '')
  return { observations, readings, withheld: admit.withheld(), messages, table }
}

/** The row of a recording in the table of docs/onboard.md. */
export async function rowOf(file: string): Promise<string> {
  const { observations, readings, withheld } = await play(file)
  const begin = file.startsWith('victron/') ? undefined : await beginOf(file)
  const ms = (observations.at(-1)?.at ?? 0) - (observations[0]?.at ?? 0)
  const instances = grouped(readings.map(({ metric, instance = '' }) => [metric, instance]))
  const series = [...instances].map(([metric, names]) =>
    `${metric} ${[...new Set(names)].sort(byNumber).join(', ')}`.trim(),
  )
  const counts = new Map<string, number>()
  for (const { reason, series, count } of withheld) {
    const key = `${reason} ${series}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  const withheldCells = [...counts].sort().map(([key, count]) => `${key}: ${count}`)
  const cells = [
    file,
    begin ?? 'undated',
    span(ms),
    String(readings.length),
    series.sort().join('; '),
    withheldCells.join('; '),
  ]
  return `| ${cells.map((cell) => cell || 'nothing').join(' | ')} |`
}

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

function grouped(pairs: [string, string][]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

const span = (ms: number) =>
  ms >= 7_200_000
    ? `${Math.round(ms / 3_600_000)} h`
    : ms >= 120_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.round(ms / 1000)} s`

/** By the recorder's clock, or by the receiver of NMEA 0183; undefined where neither says a date. */
async function beginOf(file: string): Promise<string | undefined> {
  for await (const time of file.startsWith('n2k/') ? busTimes(file) : receiverTimes(file))
    if (time !== undefined) return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
  return undefined
}

async function* busTimes(file: string) {
  for await (const frame of recordingIn(pathOf(file))) yield frame?.stamp?.dated ? frame.stamp.ms : undefined
}

async function* receiverTimes(file: string) {
  const clock = nmea0183Clock()
  for await (const line of linesIn(pathOf(file))) {
    const time = clock(line)
    // Before the receiver told a date, it counts from 0.
    yield time > Date.UTC(2000) ? time : undefined
  }
}
