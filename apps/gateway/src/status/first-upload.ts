import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { STATUS_FILE } from '@binnacle/onboard'
import { type GatewayStatus, readStatus } from './status-file.ts'

const LOOK_EVERY_MS = 500

/** Waits until the running gateway has sent something that the service accepted; undefined when nothing was within the time. */
export async function firstUpload(
  folder: string,
  seconds: number,
  isAlive: (pid: number) => boolean,
): Promise<GatewayStatus | undefined> {
  for (let passed = 0; passed <= seconds * 1000; passed += LOOK_EVERY_MS) {
    const status = await presentStatus(folder, isAlive).catch(() => undefined)
    if (status?.lastUploadAt && status.series.length > 0) return status
    await sleep(LOOK_EVERY_MS)
  }
  return undefined
}

/** Undefined while there is only that of a gateway before. */
async function presentStatus(folder: string, isAlive: (pid: number) => boolean): Promise<GatewayStatus | undefined> {
  const status = await readStatus(folder)
  const { mtimeMs } = await stat(join(folder, STATUS_FILE))
  return isAlive(status.program.pid) && mtimeMs >= Date.parse(status.program.startedAt) ? status : undefined
}

/** What was sent, such as "engine_rpm port 800 rpm". */
export const newestReadings = ({ series }: GatewayStatus): string =>
  series
    .flatMap(({ metric, instance, newest }) =>
      newest ? [[metric, instance, newest.value, newest.unit].filter((word) => word !== null).join(' ')] : [],
    )
    .slice(0, 3)
    .join(', ')
