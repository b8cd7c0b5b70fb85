import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asksForHelp } from '../../process/command-line.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { type Keys, readIdentities, readPassphrase } from '../archive/encryption.ts'
import { endProgress } from '../archive/progress.ts'

export class UsageError extends Error {}

export function readArguments<const Names extends string>(
  args: string[],
  options: Record<Names, { type: 'string' | 'boolean' }>,
  env: NodeJS.ProcessEnv = {},
): { values: Partial<Record<Names, string | boolean>>; files: string[] } {
  // Without the -- before it npm takes an option for its own.
  const swallowed = Object.keys(options).find((name) => env[`npm_config_${name.replaceAll('-', '_')}`])
  if (swallowed) throw new UsageError(`The -- before --${swallowed} is missing.`)
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    return { values: values as Partial<Record<Names, string | boolean>>, files: positionals }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export const DECRYPTING = { identity: { type: 'string' }, 'passphrase-file': { type: 'string' } } as const

/** What decrypts an archive: as the options say, else the passphrase of the settings. */
export async function keysOf(
  values: Partial<Record<keyof typeof DECRYPTING, string | boolean>>,
  env: NodeJS.ProcessEnv,
): Promise<Keys> {
  const { identity, 'passphrase-file': option } = values as Record<string, string | undefined>
  const passphraseFile = option ? fileOf(option, env) : env.BACKUP_PASSPHRASE_FILE
  return {
    ...(identity && { identities: await readIdentities(fileOf(identity, env)) }),
    ...(passphraseFile && !identity && { passphrase: await readPassphrase(passphraseFile) }),
  }
}

/** A file as the person who typed it means it: npm runs commands in the folder of the package. */
export const fileOf = (name: string, env: NodeJS.ProcessEnv): string => resolve(env.INIT_CWD ?? '.', name)

export const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Errors of files and disks, also of a database server's (53100), whose messages are clear enough. */
const SYSTEM = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'ENOSPC',
  'EFBIG',
  'EDQUOT',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  '53100',
])

/** Runs a command, or prints its usage for --help, and sets the exit status: 0 done, 1 refused or failed, 2 wrong use. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  if (asksForHelp(process.argv)) return console.log(usage)
  try {
    await command()
  } catch (error) {
    endProgress()
    process.exitCode = error instanceof UsageError ? 2 : 1
    const { message, code = '' } = error as NodeJS.ErrnoException
    if (error instanceof UsageError) console.error(`${message}\n\n${usage}`)
    else if (code === 'EACCES' || code === 'EPERM')
      console.error(
        `${message}. User ${process.getuid?.()} may not use it: choose another file, or give that user the right.`,
      )
    else console.error(error instanceof OperatorError || SYSTEM.has(code) ? message : error)
  }
}
