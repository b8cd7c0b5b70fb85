import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OnboardStatus, STATUS_FILE, writeJsonFile } from '@binnacle/onboard'
import type { InputStatus } from '../inputs/input.ts'

/** What the gateway adds to the status that its onboard device keeps in the data folder. */
export interface ProgramStatus {
  program: { version: string; pid: number; startedAt: string }
  inputs: InputStatus[]
  /** The version that the service has, when it is newer; not in the file of a gateway before 0.2. */
  update?: string | null
}

export type GatewayStatus = OnboardStatus & ProgramStatus

export const STATUS_EVERY_MS = 5_000

export const PROGRAM_FILE = 'gateway.json'

const pathIn = (folder: string) => join(folder, PROGRAM_FILE)

/** Not synced: after a power cut it means nothing. */
export const writeProgramStatus = (folder: string, status: ProgramStatus): Promise<void> =>
  writeJsonFile(pathIn(folder), status, { sync: false })

/** What onboard device and gateway wrote last. Rejects as fs does, or with a SyntaxError. */
export async function readStatus(folder: string): Promise<GatewayStatus> {
  const [device, program] = await Promise.all([
    readFile(join(folder, STATUS_FILE), 'utf8'),
    readFile(pathIn(folder), 'utf8'),
  ])
  return { ...JSON.parse(device), ...JSON.parse(program) }
}
