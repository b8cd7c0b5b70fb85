import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { checkKey, type DepthReference, type OnboardSettings } from '@binnacle/onboard'
import type { Link, Nmea0183Settings, Nmea2000Settings, SignalkSettings, VictronSettings } from '../inputs/settings.ts'
import type { MotionHookSettings } from '../motion-hook.ts'
import type { StatusPageSettings } from '../status/status-page.ts'
import { ConfigError, checkSettings } from './checker.ts'
import { gatewayFile, isOwnToken, type LogLevel, OWN_TOKEN } from './gateway.ts'
import { credential, readPrivate, readSecret, readText } from './secrets.ts'

export const DEFAULT_PATHS = ['/etc/binnacle-gateway.yaml', './binnacle-gateway.yaml']
const DEFAULT_DATA_FOLDER = '/var/lib/binnacle-gateway'

export type InputSettings =
  | { type: 'nmea2000'; settings: Nmea2000Settings }
  | { type: 'nmea0183'; settings: Nmea0183Settings }
  | { type: 'signalk'; settings: SignalkSettings }
  | { type: 'victron'; settings: VictronSettings }

/** All that a gateway needs to run: paths are absolute, secrets have been read. */
export interface GatewaySettings {
  /** Where they were read. */
  path: string
  device: Omit<OnboardSettings, 'log'>
  inputs: InputSettings[]
  /** What the depth is sent below. */
  depth: DepthReference
  motionHook?: MotionHookSettings
  statusPage?: StatusPageSettings
  /** The service is asked for the open alarms; the command is run when the worst of them changes. */
  alarms?: { command?: string }
  logLevel: LogLevel
}

/** The file of settings that `--config` names, else the first that is there. Rejects with a ConfigError. */
export async function findConfig(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  if (given !== undefined) return resolve(given)
  for (const path of DEFAULT_PATHS)
    if (existsSync(path) || (await credential(path, env)) !== undefined) return resolve(path)
  throw new ConfigError([
    `no settings file: neither ${DEFAULT_PATHS.join(' nor ')} exists; create one, or name it with --config`,
  ])
}

/** Reads a gateway's settings. Rejects with a ConfigError that has all that is wrong with them. */
export async function loadConfig(path: string, env: NodeJS.ProcessEnv): Promise<GatewaySettings> {
  const file = await readFile(path, env)
  const problems = contradictions(file)
  const attempt = async <T>(read: () => T): Promise<Awaited<T> | undefined> => {
    try {
      return await read()
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  const at = (name: string) => resolve(dirname(path), name)
  const secretIn: SecretIn = (name, remedy) =>
    name === undefined ? undefined : attempt(() => readSecret(at(name), env, remedy))
  const keyIn = async (name: string | undefined) => {
    const text = await secretIn(name, 'create a key in the app under Connections and save it there')
    return text === undefined ? undefined : attempt(() => checkKey(text, at(name!)))
  }

  const tokenIn = async (name: string | undefined) => {
    const text = await secretIn(name, 'invent a token of at least 16 letters and digits and save it there')
    if (text !== undefined && !isOwnToken(text)) problems.push(`${at(name!)} must hold ${OWN_TOKEN}`)
    return text
  }

  if (holdsSecrets(file)) await attempt(() => readPrivate(path, env))
  const settings: GatewaySettings = {
    path,
    device: {
      url: file.service,
      key: file.key ?? (await keyIn(file.keyFile)) ?? '',
      cameraKey: file.cameraKey ?? (await keyIn(file.cameraKeyFile)),
      folder: dataFolderOf(file, path, env),
      queue: file.queue,
      budgets: file.budgets,
      admission: {
        hourMeter: file.hourMeter,
        sources: file.sources,
        thin: Object.fromEntries(Object.entries(file.thin).map(([metric, how]) => [metric, thinningOf(how)])),
      },
      cameras: file.cameras,
    },
    inputs: await Promise.all(namedApart(file.inputs).map((input) => inputSettings(input, at, secretIn))),
    motionHook: await listenerOf(file.motionHook, tokenIn),
    statusPage: await listenerOf(file.statusPage, tokenIn),
    alarms: file.alarms && { command: file.alarms.command && at(file.alarms.command) },
    depth: file.depth,
    logLevel: file.log,
  }
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `${basename(path)}: ${problem}`))
  return settings
}

/** Where a gateway of these settings keeps its data; its secrets are not read, and need not be readable. */
export async function loadDataFolder(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  return dataFolderOf(await readFile(path, env), path, env)
}

type File = Exclude<ReturnType<typeof gatewayFile>, undefined>
type FileInput = File['inputs'][number]

/** The secret in a file, whose remedy is told where it is not there. */
type SecretIn = (name: string | undefined, remedy: string) => Promise<string | undefined> | undefined

async function readFile(path: string, env: NodeJS.ProcessEnv): Promise<File> {
  const text = await readText(path, env).catch((error: Error) => {
    throw new ConfigError([error.message])
  })
  return checkSettings(text, basename(path), gatewayFile)
}

/** What no setting says alone. */
function contradictions({ key, keyFile, inputs, cameras, ...file }: File): string[] {
  const problems: string[] = []
  if (inputs.length + cameras.length === 0) problems.push('nothing to send; add inputs or cameras')
  if (key === undefined && keyFile === undefined)
    problems.push('keyFile is missing; in the app, open Connections, create a key, and save it in a file')
  for (const name of ['motionHook', 'statusPage'] as const)
    if (file[name] && file[name].token === undefined && file[name].tokenFile === undefined)
      problems.push(`${name}: token is missing; invent one of at least 16 letters and digits`)
  const names = { inputs: namedApart(inputs), cameras }
  for (const [kind, named] of Object.entries(names))
    for (const name of repeated(named.map(({ name }) => name)))
      problems.push(`two ${kind} are called ${name}; give each a different name`)
  return problems
}

const dataFolderOf = ({ dataFolder }: File, path: string, env: NodeJS.ProcessEnv): string =>
  resolve(dirname(path), dataFolder ?? env.STATE_DIRECTORY ?? DEFAULT_DATA_FOLDER)

const holdsSecrets = ({ key, cameraKey, inputs, cameras, motionHook, statusPage }: File): boolean =>
  [key, cameraKey, motionHook?.token, statusPage?.token].some((secret) => secret !== undefined) ||
  inputs.some((input) => ('token' in input && input.token) || ('password' in input && input.password)) ||
  cameras.some((camera) => ('password' in camera && camera.password) || ('url' in camera && camera.url.includes('@')))

async function listenerOf(
  listener: File['motionHook' | 'statusPage'],
  tokenIn: (name: string | undefined) => Promise<string | undefined>,
): Promise<{ host: string; port: number; token: string } | undefined> {
  if (!listener) return undefined
  const { host, port, token, tokenFile } = listener
  return { host, port, token: token ?? (await tokenIn(tokenFile)) ?? '' }
}

async function inputSettings(
  input: FileInput & { name: string },
  at: (name: string) => string,
  secretIn: SecretIn,
): Promise<InputSettings> {
  if (input.type === 'signalk') {
    const { type, tokenFile, ...settings } = input
    return {
      type,
      settings: { ...settings, token: settings.token ?? (await secretIn(tokenFile, 'save the token there')) },
    }
  }
  if (input.type === 'victron') {
    const { type, passwordFile, ...settings } = input
    return {
      type,
      settings: {
        ...settings,
        password: settings.password ?? (await secretIn(passwordFile, 'save the password there')),
      },
    }
  }
  const link: Link = input.link.kind === 'file' ? { ...input.link, path: at(input.link.path) } : input.link
  const { type, ...settings } = input
  return { type, settings: { ...settings, link } }
}

/** Inputs without a name are called by their type, and from the second on by a number too. */
function namedApart<T extends { type: string; name?: string }>(inputs: readonly T[]): (T & { name: string })[] {
  const count = new Map<string, number>()
  return inputs.map((input) => {
    const nth = (count.get(input.type) ?? 0) + 1
    count.set(input.type, nth)
    return { ...input, name: input.name ?? (nth === 1 ? input.type : `${input.type}-${nth}`) }
  })
}

const repeated = (names: readonly string[]): Set<string> =>
  new Set(names.filter((name, place) => names.indexOf(name) !== place))

function thinningOf({ every, change }: { every?: number; change?: number }) {
  return { ...(every !== undefined && { intervalMs: every * 1000 }), ...(change !== undefined && { change }) }
}
