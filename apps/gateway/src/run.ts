import { type BoxSettings, type Log, openBox } from '@binnacle/onboard'
import type { GatewaySettings } from './config/load.ts'
import type { Input } from './inputs/input.ts'
import { startInput } from './inputs/start.ts'
import { startMotionHook } from './motion-hook.ts'
import { STATUS_EVERY_MS, writeProgramStatus } from './status-file.ts'
import type { Closable } from './transport/reconnect.ts'
import { VERSION } from './version.ts'

export interface Gateway {
  /** The owner made new keys. */
  useKeys(keys: Pick<BoxSettings, 'key' | 'cameraKey'>): void
  /** Stops hearing, and puts on disk what was heard. Done within 5 s. */
  close(): Promise<void>
}

/** Runs a gateway until it is closed. Rejects when its data folder cannot be used. */
export async function startGateway(settings: GatewaySettings, log: Log): Promise<Gateway> {
  const { folder, cameras } = settings.box
  const box = await openBox({ ...settings.box, log }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error
    throw new Error(`dataFolder ${folder} cannot be used (${error.message}): is it writable, or is sudo missing?`)
  })
  const sink = { observe: box.observe.bind(box), time: box.heardTime.bind(box) }
  const inputs = settings.inputs.map((input) => startInput(input, sink, log))
  const hook: Closable | undefined = settings.motionHook && startMotionHook(settings.motionHook, box, log)
  const status = keepStatus(folder, inputs, log)
  log.info(`binnacle-gateway ${VERSION}: ${inputs.length} inputs, ${cameras.length} cameras, for ${settings.box.url}`)
  return {
    useKeys: ({ key, cameraKey }) => box.useKeys(key, cameraKey),
    close: async () => {
      await Promise.all([...inputs.map((input) => input.close()), hook?.close()])
      await box.close()
      await status.close()
    },
  }
}

/** Writes the status now, every few seconds, and at the end. */
function keepStatus(folder: string, inputs: readonly Input[], log: Log): Closable {
  const program = { version: VERSION, pid: process.pid, startedAt: new Date().toISOString() }
  let complained = false
  const write = async () => {
    try {
      await writeProgramStatus(folder, { program, inputs: inputs.map((input) => input.status()) })
      complained = false
    } catch (error) {
      if (!complained) log.warn(`the status cannot be written: ${error instanceof Error ? error.message : error}`)
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
