import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { SchemaRefused } from '../db/migrate.ts'
import { UnusableDatabase } from '../db/open-existing.ts'
import { DamagedArchive } from './archive.ts'
import { BackupRefused } from './make-backup.ts'
import { endProgress } from './progress.ts'

/** What the commands backup, restore and move share. */
export class WrongUse extends Error {}

export function readArguments<const Names extends string>(
  args: string[],
  options: Record<Names, { type: 'string' | 'boolean' }>,
): { values: Partial<Record<Names, string | boolean>>; files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { values: values as Partial<Record<Names, string | boolean>>, files: positionals }
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

/** A file as the person who typed it means it: npm runs commands in the folder of the package. */
export const fileOf = (name: string, env: NodeJS.ProcessEnv): string => resolve(env.INIT_CWD ?? '.', name)

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

const PLAIN = [ConfigError, UnusableDatabase, SchemaRefused, DamagedArchive, BackupRefused]
/** Of files and disks: what the system says is plain enough. */
const SYSTEM = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOSPC', 'EFBIG', 'EDQUOT', 'EROFS', 'EISDIR', 'ENOTDIR'])

/** Runs a command: 0 done, 1 refused or failed, 2 wrong use. What people can put right is said plainly, anything else with its stack. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    endProgress()
    process.exitCode = error instanceof WrongUse ? 2 : 1
    const { name, message, code = '' } = error as NodeJS.ErrnoException
    const plain = PLAIN.some((kind) => error instanceof kind) || name === 'DataDirInUse' || SYSTEM.has(code)
    if (error instanceof WrongUse) console.error(`${message}\n\n${usage}`)
    else console.error(plain ? message : error)
  }
}
