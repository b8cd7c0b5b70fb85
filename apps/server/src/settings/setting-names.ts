import { hasSameLetters, meantName } from '../text/meant-name.ts'
import { readConfig } from './config.ts'

/** What the AWS tools read for themselves. */
export const OF_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

/** Of the example programs and of deploy/caddy, whose settings may stand in the same file. */
const OF_OTHERS = new Set(['BINNACLE_URL', 'BINNACLE_KEY', 'BINNACLE_HOST', 'BINNACLE_UPSTREAMS'])

const PREFIX = 'BINNACLE_'

/** Kubernetes tells each container where its services are: BINNACLE_SERVICE_HOST, BINNACLE_PORT=tcp://10.0.0.1:80, ... */
const isOfKubernetes = (name: string, value: string) =>
  /^BINNACLE_(SERVICE|PORT)_/.test(name) || /^(tcp|udp):\/\//.test(value)

/** One letter more or less makes another word of a short name: POST and SHOST are none of ours, PROT is. */
const MIN_LETTERS = 6

/** The names of all settings that the service asks the environment for. */
export function settingNames(): Set<string> {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name: string) => void asked.add(name) }))
  return asked
}

/** A variable that is no setting, and the setting that it seems to mean; null: none. */
interface Misspelt {
  name: string
  meant: string | null
}

/** The variables that were probably meant as settings: those that begin with BINNACLE_, and near misses of a setting. */
export function misspeltSettings(env: NodeJS.ProcessEnv): Misspelt[] {
  const known = new Set([...settingNames(), ...OF_AWS])
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (known.has(name) || OF_OTHERS.has(name)) return []
    if (name.startsWith(PREFIX))
      return isOfKubernetes(name, value) ? [] : [{ name, meant: meantName(name.slice(PREFIX.length), known) ?? null }]
    const meant = meantName(name, known)
    const isNear = meant && (meant.length >= MIN_LETTERS || hasSameLetters(meant, name))
    return isNear ? [{ name, meant }] : []
  })
}

/** Without its value, which may be a secret. */
export const saysMisspelt = ({ name, meant }: Misspelt): string =>
  `${name} is not a setting${meant ? `; did you mean ${meant}?` : '. All are on the page Settings of the help, /help/settings.'}`

/** Logs a line for each of them. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv, log: { warn(message: string): void }): void {
  for (const misspelt of misspeltSettings(env)) log.warn(saysMisspelt(misspelt))
}
