import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { OperatorError } from '../../server/src/process/operator-error.ts'

/** The file of deploy/systemd, whose unit has this data folder. */
export const SYSTEM_FILE = '/etc/binnacle/binnacle.env'
const SYSTEM_DATA_DIR = '/var/lib/binnacle'

/**
 * What the environment has already stays. The file of the system stands for the data folder of its unit, which it need not name.
 * Throws an OperatorError when the file cannot be read.
 */
export function readSettings(file: string, env: NodeJS.ProcessEnv, systemFile = SYSTEM_FILE): void {
  try {
    // Editors of Windows begin a file with a byte order mark, which parseEnv takes for a part of the first name.
    const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
    // Such as UTF-16, in which no name would be found.
    if (text.includes('\0')) throw new Error('it is not in UTF-8; save it so')
    const wrong = lineWithoutSetting(text)
    if (wrong !== null) throw new Error(`line ${wrong} is neither NAME=VALUE nor a comment`)
    for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
    if (resolve(file) === systemFile) env.DATA_DIR ??= SYSTEM_DATA_DIR
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new OperatorError(`The settings in ${file} cannot be read: ${(code && REMEDIES[code]) || message}.`)
  }
}

const REMEDIES: Record<string, string> = {
  ENOENT: 'there is no such file; correct its name',
  EISDIR: 'it is a folder; give a file with --env-file',
  EACCES: 'this user may not read it; use sudo, or do this as the user of the service',
}

/** The number of the first line that parseEnv would leave out without a word, such as `PORT: 8081`; null: there is none. */
function lineWithoutSetting(text: string): number | null {
  // A value in quotes may have several lines.
  const unquoted = text.replace(/=[ \t]*(["'`])[\s\S]*?\1/g, (value) => `=${'\n'.repeat(value.split('\n').length - 1)}`)
  const index = unquoted.split('\n').findIndex((line) => !/^\s*($|[#;]|(export\s+)?[\w.-]+\s*=)/.test(line))
  return index < 0 ? null : index + 1
}

/**
 * Reads .env of this folder, else the file of the system, and says which. Not where the environment says where the data is: then it
 * has the settings, as under systemd and in a container, and a file of another installation must not be mixed in.
 */
export function defaultEnvFile(env: NodeJS.ProcessEnv, systemFile = SYSTEM_FILE): void {
  if (env.DATA_DIR || env.DATABASE_URL) return
  const own = resolve(env.INIT_CWD ?? '.', '.env')
  const file = [own, systemFile].find((file) => existsSync(file))
  if (!file) return
  readSettings(file, env, systemFile)
  console.error(`Settings: ${file}`)
}
