import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorError } from '../../operator-error.ts'
import { endProgress } from '../archive/progress.ts'

export class UsageError extends Error {}

export function readArguments<const Names extends string>(
  args: string[],
  options: Record<Names, { type: 'string' | 'boolean' }>,
): { values: Partial<Record<Names, string | boolean>>; files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { values: values as Partial<Record<Names, string | boolean>>, files: positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** A file as the person who typed it means it: npm runs commands in the folder of the package. */
export const fileOf = (name: string, env: NodeJS.ProcessEnv): string => resolve(env.INIT_CWD ?? '.', name)

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Errors of files and disks, whose messages are clear enough. */
const SYSTEM = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOSPC', 'EFBIG', 'EDQUOT', 'EROFS', 'EISDIR', 'ENOTDIR'])

/** Runs a command and sets the exit status: 0 done, 1 refused or failed, 2 wrong use. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    endProgress()
    process.exitCode = error instanceof UsageError ? 2 : 1
    const { message, code = '' } = error as NodeJS.ErrnoException
    if (error instanceof UsageError) console.error(`${message}\n\n${usage}`)
    else console.error(error instanceof OperatorError || SYSTEM.has(code) ? message : error)
  }
}
