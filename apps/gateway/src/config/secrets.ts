import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { shellWord } from '@binnacle/contract'
import { requirePrivate } from '@binnacle/onboard'

/** There is no such file, so that the person is told how to save one. */
class MissingFile extends Error {}

/**
 * What a file with one secret holds. Where systemd hands a credential of the file's name to the unit (LoadCredential=), that
 * is read instead, since the unit's user may not read the file. Rejects with an Error whose message says what to do; `remedy`
 * is what to save where there is nothing, as "save the token there".
 */
export async function readSecret(path: string, env: NodeJS.ProcessEnv, remedy: string): Promise<string> {
  const save = `${remedy}: sudo install -m 600 /dev/stdin ${shellWord(path)}`
  const text = await readPrivate(path, env).catch((error: Error) => {
    throw error instanceof MissingFile ? new Error(`${error.message}; ${save}`) : error
  })
  const secret = text.trim()
  if (secret === '') throw new Error(`${path} is empty; ${save}`)
  return secret
}

/** The text of a file that nobody but its owner may read. Rejects as readSecret does. */
export async function readPrivate(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  const text = await readText(path, env)
  // systemd alone decides who sees its credentials, and shows their access list as a group's mode.
  if ((await credential(path, env)) === undefined) await requirePrivate(path)
  return text
}

/** The text of a file, or of the credential of its name. Rejects as readSecret does. */
export async function readText(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await credential(path, env)) ?? (await readFile(path, 'utf8'))
  } catch (error) {
    const problem = fileProblem(path, error)
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new MissingFile(problem) : new Error(problem)
  }
}

/** The text of the systemd credential that is named as the file is; undefined where there is none. */
export async function credential(path: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!env.CREDENTIALS_DIRECTORY) return undefined
  return readFile(join(env.CREDENTIALS_DIRECTORY, basename(path)), 'utf8').catch(() => undefined)
}

/** Why a file cannot be read, in plain words. */
export function fileProblem(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `${path} does not exist`
  if (code === 'EACCES') return `user ${process.getuid?.()} may not read ${path}; give this command with sudo`
  if (code === 'EISDIR') return `${path} is a folder`
  return code ? `${path}: ${code}` : message
}
