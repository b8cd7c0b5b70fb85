import { type Log, type OnboardSettings, openOnboardDevice, watchForUpdate } from '@binnacle/onboard'
import { alarmCommand } from './alarm-command.ts'
import type { GatewaySettings } from './config/load.ts'
import { startInput } from './inputs/start.ts'
import { startMotionHook } from './motion-hook.ts'
import { type ProgramStatus, STATUS_EVERY_MS, writeProgramStatus } from './status/status-file.ts'
import { startStatusPage } from './status/status-page.ts'
import { PlayedFiles } from './transport/played-files.ts'
import type { Closable } from './transport/reconnect.ts'
import { updateText } from './update/update.ts'
import { VERSION } from './version.ts'

export interface Gateway {
  /** The owner made new keys. */
  useKeys(keys: Pick<OnboardSettings, 'key' | 'cameraKey'>): void
  /** Stops hearing, and puts on disk what was heard. Done within 5 s. */
  close(): Promise<void>
}

/** Runs a gateway until it is closed. Rejects when its data folder cannot be used. */
export async function startGateway(settings: GatewaySettings, log: Log): Promise<Gateway> {
  const { folder, cameras } = settings.device
  const onAlarms = settings.alarms && alarmCommand(settings.alarms.command, log)
  const device = await openOnboardDevice({ ...settings.device, onAlarms, log }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === undefined ? error : new Error(folderProblem(folder, error))
    },
  )
  const sink = {
    observe: device.observe.bind(device),
    withhold: device.withhold.bind(device),
    time: device.setGpsTime.bind(device),
    standingFaults: device.standingFaults.bind(device),
  }
  const played = await PlayedFiles.open(folder, log)
  const inputs = settings.inputs.map((input) => startInput(input, sink, log, { depth: settings.depth, played }))
  const hook: Closable | undefined = settings.motionHook && startMotionHook(settings.motionHook, device, log)
  const program = { version: VERSION, pid: process.pid, startedAt: new Date().toISOString() }
  const update = watchForUpdate({
    service: settings.device.url,
    program: 'binnacle-gateway',
    own: VERSION,
    log,
    text: ({ version }) => updateText(version),
  })
  const programStatus = (): ProgramStatus => ({
    program,
    inputs: inputs.map((input) => input.status()),
    update: update.newer()?.version ?? null,
  })
  const status = keepStatus(folder, programStatus, log)
  const page: Closable | undefined =
    settings.statusPage && startStatusPage(settings.statusPage, () => ({ ...device.status(), ...programStatus() }), log)
  log.info(
    `binnacle-gateway ${VERSION}: ${counted(inputs, 'input')}, ${counted(cameras, 'camera')}, for ${settings.device.url}`,
  )
  return {
    useKeys: ({ key, cameraKey }) => device.useKeys(key, cameraKey),
    close: async () => {
      await Promise.all([...inputs.map((input) => input.close()), hook?.close(), page?.close(), update.close()])
      await device.close()
      await status.close()
    },
  }
}

const counted = ({ length }: readonly unknown[], what: string): string => `${length} ${what}${length === 1 ? '' : 's'}`

/** Why a data folder cannot be used, and what to do. */
export const folderProblem = (folder: string, { code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOSPC'
    ? `the disk of dataFolder ${folder} is full; free some space`
    : `dataFolder ${folder} cannot be used (${message}); make it writable for this user, or use sudo`

/** Writes the status now, every few seconds, and at the end. */
function keepStatus(folder: string, status: () => ProgramStatus, log: Log): Closable {
  let complained = false
  const write = async () => {
    try {
      await writeProgramStatus(folder, status())
      complained = false
    } catch (error) {
      if (!complained) log.warn(`status: ${error instanceof Error ? error.message : error}`)
      complained = true
    }
  }
  let writing = write()
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, STATUS_EVERY_MS)
  return {
    close: async () => {
      clearInterval(timer)
      await writing.then(write)
    },
  }
}
