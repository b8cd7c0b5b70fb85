import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { admission, BOAT_FILE, captureOf, type Log } from '@binnacle/onboard'
import type { GatewaySettings } from '../config/load.ts'
import type { InputStatus } from '../inputs/input.ts'
import { startInput } from '../inputs/start.ts'
import { Observed } from './observed.ts'
import { askService, type Finding } from './service.ts'

interface CheckOptions {
  seconds: number
  /** Takes the report as it comes, line by line. */
  say: (line: string) => void
  log: Log
}

/**
 * Tries the service, each camera and each input, and says what it sees. Sends no reading and no picture. True when the service
 * takes the key, every camera gave a picture and every input said something.
 */
export async function check(settings: GatewaySettings, { seconds, say, log }: CheckOptions): Promise<boolean> {
  const { url, key, cameraKey, cameras, folder, admission: admissionOptions } = settings.device
  say(`Settings: ${settings.path} is valid.`)
  const kept = await keptBoat(folder)
  const findings = [await tell(say, `Service: ${url}`, askService(url, key, kept))]
  if (cameraKey !== undefined)
    findings.push(await tell(say, 'Camera key: the service', askService(url, cameraKey, kept)))
  for (const camera of cameras) findings.push(await tell(say, `Camera ${camera.name}:`, takePicture(camera)))
  if (settings.inputs.length > 0) {
    say(`Listening for ${seconds} s ...`)
    const observed = new Observed(admission(admissionOptions))
    for (const status of await listen(settings, observed, seconds, log)) {
      say(`Input ${status.name}: ${status.sentence}${rate(status)}`)
      findings.push({ ok: status.messagesAMinute > 0, sentence: '' })
    }
    say('')
    say(observed.empty ? 'Received no data that Binnacle can use.' : observed.table())
    for (const line of observed.withheld()) say(line)
    for (const advice of observed.advice(admissionOptions.hourMeter)) say(`\n${advice}`)
  }
  return findings.every(({ ok }) => ok)
}

/** undefined before the first start, and where this user may not read it. */
async function keptBoat(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, BOAT_FILE), 'utf8'))
  } catch {
    return undefined
  }
}

async function tell(say: CheckOptions['say'], what: string, asked: Promise<Finding>): Promise<Finding> {
  const finding = await asked
  say(`${what} ${finding.sentence}${finding.sentence.endsWith('?') ? '' : '.'}`)
  return finding
}

async function takePicture(camera: GatewaySettings['device']['cameras'][number]): Promise<Finding> {
  const notes: string[] = []
  try {
    const { bytes } = await captureOf(camera, (note) => notes.push(note))()
    return { ok: true, sentence: [`took a picture of ${Math.ceil(bytes.length / 1000)} kB`, ...notes].join('; ') }
  } catch (error) {
    return { ok: false, sentence: [error instanceof Error ? error.message : String(error), ...notes].join('; ') }
  }
}

/** Runs all inputs for some seconds, or until every one of them has ended or failed. */
async function listen(
  settings: GatewaySettings,
  observed: Observed,
  seconds: number,
  log: Log,
): Promise<InputStatus[]> {
  const sink = { observe: observed.observe.bind(observed), withhold: observed.withhold, time: () => {} }
  const inputs = settings.inputs.map((input) => startInput(input, sink, log, { depth: settings.depth }))
  const statuses = () => inputs.map((input) => input.status())
  for (let passed = 0; passed < seconds * 10 && !statuses().every(isOver); passed++) await sleep(100)
  const last = statuses()
  await Promise.all(inputs.map((input) => input.close()))
  return last
}

const isOver = ({ state }: InputStatus): boolean => state === 'ended' || state === 'failed'

function rate({ state, messagesAMinute }: InputStatus): string {
  if (messagesAMinute > 0) return `; ${messagesAMinute.toLocaleString('en')} messages`
  if (state === 'ended') return '; nothing in it could be read. Check its format and the type of the input.'
  return state === 'connected'
    ? '; received no readable data. Check that the bus is powered and the format is right.'
    : ''
}
