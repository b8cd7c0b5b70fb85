import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessThere, writeWhole } from '../files/write-whole.ts'
import { type Config, ConfigError } from './config.ts'

const MIN_CHARACTERS = 32

/**
 * The installation's secret, and those that it had before it was rotated, newest first. Nothing that a former one signed is
 * accepted.
 */
export interface Secrets {
  current: string
  former: readonly string[]
}

type SecretSettings = Pick<Config, 'dataDir' | 'secretKey' | 'formerSecretKeys'>

export const secretPath = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'secret-key')

/** The settings, or the file in the data folder, for its owner only: made at the first start. */
export async function installationSecrets(settings: SecretSettings): Promise<Secrets> {
  const { secretKey, formerSecretKeys } = settings
  const { current, former } = secretKey ? { current: secretKey, former: [] } : await keptOrMade(settings)
  return { current, former: [...former, ...(formerSecretKeys ?? [])] }
}

async function keptOrMade(settings: SecretSettings): Promise<Secrets> {
  const kept = await keptSecrets(settings)
  if (kept) return kept
  await mkdir(settings.dataDir, { recursive: true })
  await makeSecret(secretPath(settings))
  return (await keptSecrets(settings))!
}

/** Those of the file; null without one. */
export async function keptSecrets({ dataDir }: Pick<Config, 'dataDir'>): Promise<Secrets | null> {
  const path = secretPath({ dataDir })
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ConfigError([`SECRET_KEY is not set, and its file cannot be read: ${error.message}`])
  })
  if (text === null) return null
  const secrets = readSecrets(text)
  if ([secrets.current, ...secrets.former].some((secret) => secret.length < MIN_CHARACTERS))
    throw new ConfigError([`SECRET_KEY is not set, and ${path} holds fewer than ${MIN_CHARACTERS} characters`])
  return secrets
}

const FORMER = 'former '

/**
 * As they stand in the file: the current one, which may have lines if somebody wrote it by hand, then each former one after its
 * word.
 */
export function readSecrets(text: string): Secrets {
  const lines = text.trim().split('\n')
  const isFormer = (line: string) => line.startsWith(FORMER)
  return {
    current: lines
      .filter((line) => !isFormer(line))
      .join('\n')
      .trim(),
    former: lines.filter(isFormer).map((line) => line.slice(FORMER.length).trim()),
  }
}

const written = ({ current, former }: Secrets): string =>
  [current, ...former.map((secret) => FORMER + secret), ''].join('\n')

const newSecret = (): string => randomBytes(32).toString('hex')

/** Makes a new current secret, and keeps those before it. There must be a file. */
export async function rotateKeptSecret(dataDir: string, { current, former }: Secrets): Promise<void> {
  const path = secretPath({ dataDir })
  const secrets = { current: newSecret(), former: [current, ...former] }
  await writeWhole(path, written(secrets))
}

const makeSecret = (path: string) => writeWhole(path, written({ current: newSecret(), former: [] }), unlessThere(path))

/** A key for one purpose: what signs links is not what signs sessions. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()

/** What better-auth signs sessions with, and encrypts authenticator secrets and backup codes. */
export const authKey = (secret: string): string => derivedKey(secret, 'sessions').toString('hex')
