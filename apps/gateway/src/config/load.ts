import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { checkKey, type DepthReference, type OnboardSettings } from '@binnacle/onboard'
import { ConfigError, type Found, findSettings } from './checker.ts'
import { gatewayFile, isOwnToken, type LogLevel, OWN_TOKEN } from './gateway.ts'
import { credential, readPrivate, readSecret, readText } from './secrets.ts'
import type {
  Link,
  ListenerSettings,
  Nmea0183Settings,
  Nmea2000Settings,
  SignalkSettings,
  VictronSettings,
} from './settings.ts'

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
  motionHook?: ListenerSettings
  statusPage?: ListenerSettings
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
  const { found, problems, has } = await readFile(path, env)
  if (!found) throw new ConfigError(problems)
  const at = (name: string) => resolve(dirname(path), name)
  const { secrets, wrong } = await readSecrets(found, path, at, env)
  problems.push(...[...contradictions(found, has), ...wrong].map((problem) => `${basename(path)}: ${problem}`))
  if (problems.length > 0) throw new ConfigError(problems)
  return settingsOf(found as File, path, at, secrets, env)
}

function settingsOf(
  file: File,
  path: string,
  at: (name: string) => string,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): GatewaySettings {
  return {
    path,
    device: {
      url: file.service,
      key: file.key ?? secrets.get(file.keyFile) ?? '',
      cameraKey: file.cameraKey ?? secrets.get(file.cameraKeyFile),
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
    inputs: namedApart(file.inputs).map((input) => inputSettings(input, at, secrets)),
    motionHook: listenerOf(file.motionHook, secrets),
    statusPage: listenerOf(file.statusPage, secrets),
    alarms: file.alarms && { command: file.alarms.command && at(file.alarms.command) },
    depth: file.depth,
    logLevel: file.log,
  }
}

/** Where a gateway of these settings keeps its data; its secrets are not read, and need not be readable. */
export async function loadDataFolder(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { found, problems } = await readFile(path, env)
  if (!found || problems.length > 0) throw new ConfigError(problems)
  return dataFolderOf(found, path, env)
}

type File = Exclude<ReturnType<typeof gatewayFile>, undefined>
type FileInput = File['inputs'][number]

async function readFile(path: string, env: NodeJS.ProcessEnv) {
  const text = await readText(path, env).catch((error: Error) => {
    throw new ConfigError([error.message])
  })
  return findSettings(text, basename(path), gatewayFile)
}

/** What the files with secrets hold, by their names as the settings have them. */
type Secrets = ReadonlyMap<string | undefined, string>

/** Reads the files with secrets that the settings name, and looks whether the settings themselves are to be private. */
async function readSecrets(
  file: Found<File>,
  path: string,
  at: (name: string) => string,
  env: NodeJS.ProcessEnv,
): Promise<{ secrets: Secrets; wrong: string[] }> {
  const secrets = new Map<string, string>()
  const wrong: string[] = []
  const attempt = async (read: () => Promise<unknown>) => {
    try {
      await read()
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (holdsSecrets(file)) await attempt(() => readPrivate(path, env))
  for (const { name, remedy, check } of secretFiles(file))
    await attempt(async () => {
      const text = await readSecret(at(name), env, remedy)
      secrets.set(name, text)
      check?.(text, at(name))
    })
  return { secrets, wrong }
}

interface SecretFile {
  name: string
  /** What to save where there is nothing. */
  remedy: string
  /** Throws where it cannot be this secret. */
  check?: (text: string, path: string) => void
}

function secretFiles({ key, keyFile, cameraKey, cameraKeyFile, motionHook, statusPage, inputs = [] }: Found<File>) {
  const of = (name: string | undefined, remedy: string, check?: SecretFile['check']): SecretFile[] =>
    name === undefined ? [] : [{ name, remedy, check }]
  const keyIn = (name: string | undefined) =>
    of(name, 'create a key in the app under Connections and save it there', checkKey)
  const tokenIn = (name: string | undefined) =>
    of(name, 'invent a token of at least 16 letters and digits and save it there', checkOwnToken)
  return [
    ...(key === undefined ? keyIn(keyFile) : []),
    ...(cameraKey === undefined ? keyIn(cameraKeyFile) : []),
    ...[motionHook, statusPage].flatMap((page) => (page?.token === undefined ? tokenIn(page?.tokenFile) : [])),
    ...inputs.flatMap((input) => {
      if (input?.type === 'signalk' && input.token === undefined) return of(input.tokenFile, 'save the token there')
      if (input?.type === 'victron' && input.password === undefined)
        return of(input.passwordFile, 'save the password there')
      return []
    }),
  ]
}

function checkOwnToken(text: string, path: string): void {
  if (!isOwnToken(text)) throw new Error(`${path} must hold ${OWN_TOKEN}`)
}

/** What no setting says alone. `has` is whether the file has a setting, be it wrong. */
function contradictions({ inputs = [], cameras = [] }: Found<File>, has: (name: string) => boolean): string[] {
  const problems: string[] = []
  if (inputs.length + cameras.length === 0) problems.push('nothing to send; add inputs or cameras')
  if (!has('key') && !has('keyFile'))
    problems.push('keyFile is missing; in the app, open Connections, create a key, and save it in a file')
  const names = {
    inputs: namedApart(inputs.flatMap((input) => (input?.type ? [{ type: input.type, name: input.name }] : []))),
    cameras,
  }
  for (const [kind, named] of Object.entries(names))
    for (const name of repeated(named.flatMap((one) => one?.name ?? [])))
      problems.push(`two ${kind} are called ${name}; give each a different name`)
  return problems
}

const dataFolderOf = ({ dataFolder }: Pick<Found<File>, 'dataFolder'>, path: string, env: NodeJS.ProcessEnv): string =>
  resolve(dirname(path), dataFolder ?? env.STATE_DIRECTORY ?? DEFAULT_DATA_FOLDER)

const holdsSecrets = ({ key, cameraKey, inputs = [], cameras = [], motionHook, statusPage }: Found<File>): boolean =>
  [key, cameraKey, motionHook?.token, statusPage?.token].some((secret) => secret !== undefined) ||
  inputs.some((input) => input && (('token' in input && input.token) || ('password' in input && input.password))) ||
  cameras.some(
    (camera) => camera && (('password' in camera && camera.password) || ('url' in camera && camera.url?.includes('@'))),
  )

function listenerOf(listener: File['motionHook' | 'statusPage'], secrets: Secrets): ListenerSettings | undefined {
  if (!listener) return undefined
  const { host, port, token, tokenFile } = listener
  return { host, port, token: token ?? secrets.get(tokenFile) ?? '' }
}

function inputSettings(
  input: FileInput & { name: string },
  at: (name: string) => string,
  secrets: Secrets,
): InputSettings {
  if (input.type === 'signalk') {
    const { type, tokenFile, ...settings } = input
    return { type, settings: { ...settings, token: settings.token ?? secrets.get(tokenFile) } }
  }
  if (input.type === 'victron') {
    const { type, passwordFile, ...settings } = input
    return { type, settings: { ...settings, password: settings.password ?? secrets.get(passwordFile) } }
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
