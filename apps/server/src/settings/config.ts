import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  DEFAULT_QUOTAS,
  INSTALLATION_DEFAULTS,
  type Installation,
  LIMITS,
  PLANS,
  type Quota,
  type QuotaByPlan,
} from '@binnacle/contract'
import pg from 'pg'
import { OperatorError } from '../process/operator-error.ts'
import { isMailAddress } from '../text/mail-address.ts'

/** The service's settings, from the environment. */
export interface Config extends Installation {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** Limits that all processes share; null: each process keeps its own. */
  redisUrl: string | null
  /** Null: frames are files in the data folder. The credentials of a bucket are those of the AWS tools (AWS_ACCESS_KEY_ID, ...). */
  frameStore: Bucket | null
  /** Null: Amazon's own, by region. */
  s3Endpoint: string | null
  s3Region: string
  /** https://endpoint/bucket/... instead of https://bucket.endpoint/... */
  s3PathStyle: boolean
  /** Where a backup is put each day; null: none is made. */
  backupDir: string | null
  backupKeepDays: number
  /** Public keys of age for which backups are encrypted; null: none. */
  backupRecipient: string[] | null
  /** Holds the passphrase with which backups are encrypted; null: none. */
  backupPassphraseFile: string | null
  /** Null: made and kept in the data folder. */
  secretKey: string | null
  /** Those before it, newest first; null: none but those that are kept in the data folder. */
  formerSecretKeys: string[] | null
  signups: 'open' | 'closed'
  /** Whose password may not sign in alone. */
  requireSecondFactor: RequireSecondFactor
  /** The operator's OpenID Connect provider; null: none. */
  oidcIssuer: string | null
  oidcClientId: string | null
  oidcClientSecret: string | null
  /** On its button. */
  oidcName: string
  ingestEnabled: boolean
  /** Fastify's trustProxy: true, false, a number of hops, or addresses. */
  trustProxy: boolean | number | string
  /** `local`: the service itself speaks HTTPS at the port of `baseUrl`, with a certificate of its own authority. */
  tls: 'off' | 'local'
  /** How long a process that is told to stop still serves, so that a balancer takes it out before it closes. */
  drainSeconds: number
  /** A tile server for the map, which otherwise shows coastlines only. */
  mapTilesUrl: string | null
  /** Attribution for the map tiles; '' for none. */
  mapTilesAttribution: string
  /** Where to report a vulnerability, for security.txt: https: or mailto:; null: there is no such file. */
  securityContact: string | null
  /** Networks of the operator that people may name to be told of alarms; null: none. */
  notifyAllowPrivate: string[] | null
  /** The operator's mail server; null: no e-mail is sent. */
  smtpUrl: string | null
  /** Sender of e-mails; null: binnacle@ the host of baseUrl. */
  mailFrom: string | null
  /** The operator's MQTT broker, to which every boat is published; null: none. */
  mqttUrl: string | null
  /** Before the topics there. */
  mqttPrefix: string
  /** Telegram's Bot API, or a server of one's own that speaks it. */
  telegramUrl: string
  logLevel: string
}

export type RequireSecondFactor = 'off' | 'operator' | 'everyone'

export interface Bucket {
  bucket: string
  /** Before every object's name, with its trailing slash; '' for none. */
  prefix: string
}

/** One line for each setting that is wrong, naming it and what it may be. */
export class ConfigError extends OperatorError {
  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Env = Record<string, string | undefined>

/** Settings that are not shown, even when they are wrong: messages end in logs. */
const SECRET = new Set([
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'FORMER_SECRET_KEYS',
  'BACKUP_RECIPIENT',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'MQTT_URL',
])

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads and checks every setting. Throws a ConfigError that names all that are wrong. */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  const check = <T>(name: string, fallback: T, may: string, read: (text: string) => T | undefined): T => {
    const text = given(name)
    if (text === undefined) return fallback
    const value = read(text)
    const is = SECRET.has(name) ? '' : `, and is ${JSON.stringify(withoutUser(text))}`
    if (value === undefined) problems.push(`${name} must be ${may}${is}`)
    return value ?? fallback
  }
  const whole = (name: string, fallback: number, min: number, max: number) =>
    check(name, fallback, `a whole number from ${min} to ${max}`, (text) =>
      /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
    )
  const word = <const T extends string>(name: string, fallback: T, words: readonly T[]) =>
    check<T>(name, fallback, `one of ${words.join(', ')}`, (text) => words.find((w) => w === text))

  const quota = (name: string, of: Quota, unit = 1) =>
    check(name, DEFAULT_QUOTAS[of], QUOTA_MAY, (text) => quotaByPlan(text, DEFAULT_QUOTAS[of], unit))

  const port = whole('PORT', 8080, 0, 65_535)
  const config: Config = {
    port,
    host: check('HOST', '127.0.0.1', 'an address or name of this machine', host),
    baseUrl: check('BASE_URL', `http://localhost:${port}`, 'an http or https address without query or user', baseUrl),
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    databaseUrl: check('DATABASE_URL', null as string | null, 'a postgres:// address', databaseUrl),
    redisUrl: check('REDIS_URL', null as string | null, 'a redis:// or rediss:// address', serverUrl('redis')),
    frameStore: check('FRAME_STORE', null as Bucket | null, 's3://bucket or s3://bucket/prefix', bucket),
    s3Endpoint: check(
      'S3_ENDPOINT',
      null as string | null,
      'an http or https address without path, query or user',
      origin,
    ),
    s3Region: check('S3_REGION', 'us-east-1', 'the name of a region', (text) =>
      /^[a-z0-9-]{1,40}$/.test(text) ? text : undefined,
    ),
    s3PathStyle: word('S3_PATH_STYLE', 'false', ['true', 'false']) === 'true',
    telemetryKeepDays:
      check('TELEMETRY_KEEP_DAYS', 0, `0 (unlimited), or a whole number from ${keep.min} to ${keep.max}`, keptDays) ||
      null,
    backupDir: given('BACKUP_DIR') ? resolve(given('BACKUP_DIR')!) : null,
    backupKeepDays: whole('BACKUP_KEEP_DAYS', 14, 1, 3_650),
    backupRecipient: check(
      'BACKUP_RECIPIENT',
      null as string[] | null,
      'public keys of age (age1…), separated by commas',
      recipients,
    ),
    backupPassphraseFile: given('BACKUP_PASSPHRASE_FILE') ? resolve(given('BACKUP_PASSPHRASE_FILE')!) : null,
    secretKey: check('SECRET_KEY', null as string | null, 'at least 32 characters', (text) =>
      text.length >= 32 ? text : undefined,
    ),
    formerSecretKeys: check(
      'FORMER_SECRET_KEYS',
      null as string[] | null,
      'at least 32 characters each, separated by commas',
      formerSecrets,
    ),
    signups: word('SIGNUPS', 'closed', ['open', 'closed']),
    requireSecondFactor: word('REQUIRE_SECOND_FACTOR', 'off', ['off', 'operator', 'everyone']),
    oidcIssuer: check(
      'OIDC_ISSUER',
      null as string | null,
      'an https address without query or user (http on this machine only)',
      issuer,
    ),
    oidcClientId: check('OIDC_CLIENT_ID', null as string | null, 'at most 200 characters', atMost(200)),
    oidcClientSecret: check('OIDC_CLIENT_SECRET', null as string | null, 'at most 500 characters', atMost(500)),
    oidcName: check('OIDC_NAME', 'SSO', 'at most 40 characters', atMost(40)),
    defaultPlan: word('DEFAULT_PLAN', INSTALLATION_DEFAULTS.defaultPlan, PLANS),
    quotaBoats: quota('QUOTA_BOATS', 'vessels'),
    quotaAccessKeys: quota('QUOTA_ACCESS_KEYS', 'access_keys'),
    quotaConnections: quota('QUOTA_CONNECTIONS', 'connections'),
    quotaPhotos: quota('QUOTA_PHOTOS', 'photos'),
    quotaStorageBytes: quota('QUOTA_STORAGE_GB', 'storage_bytes', GB),
    ingestEnabled: word('INGEST_ENABLED', 'true', ['true', 'false']) === 'true',
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', INSTALLATION_DEFAULTS.rateLimitPerMinute, 1, 1_000_000),
    telemetryGapMs: whole('TELEMETRY_GAP_MS', INSTALLATION_DEFAULTS.telemetryGapMs, 0, 3_600_000),
    frameGapMs: whole('FRAME_GAP_MS', INSTALLATION_DEFAULTS.frameGapMs, 0, 3_600_000),
    trustProxy: check(
      'TRUST_PROXY',
      false as Config['trustProxy'],
      'true, false, a number of proxies, or addresses',
      proxy,
    ),
    tls: word('TLS', 'off', ['off', 'local']),
    drainSeconds: whole('DRAIN_SECONDS', 0, 0, 60),
    mapTilesUrl: check(
      'MAP_TILES_URL',
      null as string | null,
      'an http or https address with {z}, {x} and {y}',
      tileUrl,
    ),
    mapTilesAttribution: check('MAP_TILES_ATTRIBUTION', '', 'at most 500 characters', atMost(500)),
    securityContact: check('SECURITY_CONTACT', null as string | null, 'an https: or mailto: address', (text) =>
      /^(https:\/\/|mailto:)[\x21-\x7e]{3,500}$/.test(text) ? text : undefined,
    ),
    notifyAllowPrivate: check(
      'NOTIFY_ALLOW_PRIVATE',
      null as string[] | null,
      'addresses or networks such as 192.168.0.0/16, separated by commas',
      nets,
    ),
    smtpUrl: check('SMTP_URL', null as string | null, 'an smtp:// or smtps:// address', serverUrl('smtp')),
    mailFrom: check(
      'MAIL_FROM',
      null as string | null,
      'an e-mail address, such as boat@example.org or Binnacle <boat@example.org>',
      mailFrom,
    ),
    mqttUrl: check('MQTT_URL', null as string | null, 'an mqtt:// or mqtts:// address', serverUrl('mqtt')),
    mqttPrefix: check('MQTT_PREFIX', 'binnacle', 'letters, digits, _ and -', (text) =>
      /^[\w-]{1,40}$/.test(text) ? text : undefined,
    ),
    telegramUrl: check(
      'TELEGRAM_URL',
      'https://api.telegram.org',
      'an http or https address without path, query or user',
      origin,
    ),
    logLevel: word('LOG_LEVEL', 'info', LOG_LEVELS),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** An address without the user and password that it may hold: messages end in logs. */
function withoutUser(text: string): string {
  const [begin, end] = [text.indexOf('//'), text.lastIndexOf('@')]
  return begin >= 0 && end > begin ? `${text.slice(0, begin + 2)}…${text.slice(end)}` : text
}

const GB = 1e9

const QUOTA_MAY = 'a whole number or unlimited, for all plans, or such as free=2,pro=unlimited for some'

/** A quota of all plans, or of those that are named; the others keep theirs. */
function quotaByPlan(text: string, others: QuotaByPlan, unit: number): QuotaByPlan | undefined {
  const one = quotaOf(text, unit)
  if (one !== undefined) return { free: one, plus: one, pro: one, fleet: one }
  const quotas = { ...others }
  for (const part of text.split(',')) {
    const [, name, value = ''] = /^([a-z]+)=(\w+)$/.exec(part.trim()) ?? []
    const plan = PLANS.find((plan) => plan === name)
    const quota = quotaOf(value, unit)
    if (!plan || quota === undefined) return undefined
    quotas[plan] = quota
  }
  return quotas
}

function quotaOf(text: string, unit: number): number | null | undefined {
  if (text === 'unlimited') return null
  return /^\d{1,6}$/.test(text) ? Number(text) * unit : undefined
}

const { telemetryKeepDays: keep } = LIMITS

function formerSecrets(text: string): string[] | undefined {
  const secrets = text.split(',').map((secret) => secret.trim())
  return secrets.every((secret) => secret.length >= 32) ? secrets : undefined
}

function recipients(text: string): string[] | undefined {
  const keys = text.split(',').map((key) => key.trim())
  return keys.every((key) => /^age1[02-9a-z]{50,4000}$/.test(key)) ? keys : undefined
}

const atMost = (length: number) => (text: string) => (text.length <= length ? text : undefined)

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** As it is given: a slash at its end is part of it. */
function issuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, username, password } = new URL(text)
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
  return safe && !/[?#]/.test(text) && !username && !password ? text : undefined
}

function keptDays(text: string): number | undefined {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return days === 0 || (days >= keep.min && days <= keep.max) ? days : undefined
}

const host = (text: string) =>
  isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined

function baseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  // An empty query or fragment is in neither search nor hash.
  const plain = !/[?#]/.test(text) && !url.username && !url.password
  return plain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined
}

/** A template as map libraries take it; no other placeholder, so that the host is one that a content security policy can name. */
function tileUrl(text: string): string | undefined {
  const placeholders = text
    .match(/\{[^}]*\}/g)
    ?.sort()
    .join('')
  if (placeholders !== '{x}{y}{z}' || !URL.canParse(text)) return undefined
  const { protocol, username, password, host } = new URL(text)
  const fits = /^https?:$/.test(protocol) && !username && !password && !/[{}]|%7B/i.test(host)
  return fits && text.length <= 2000 ? text : undefined
}

function databaseUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined
  try {
    new pg.Client(text) // reads it, and does not connect
    return text
  } catch {
    return undefined
  }
}

/** An address of a server, whose name and password can be decoded. */
const serverUrl =
  (scheme: string) =>
  (text: string): string | undefined => {
    if (!new RegExp(`^${scheme}s?://`).test(text)) return undefined
    try {
      const { hostname, username, password } = new URL(text)
      decodeURIComponent(username + password)
      return hostname ? text : undefined
    } catch {
      return undefined
    }
  }

function mailFrom(text: string): string | undefined {
  const [, inBrackets] = /^[^<>@,;:"\r\n]{0,80} <([^<>]+)>$/.exec(text) ?? []
  return isMailAddress(inBrackets ?? text) ? text : undefined
}

/** Names of buckets as S3 has them, and a prefix that is the same in every address. */
function bucket(text: string): Bucket | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(text) ?? []
  if (!bucket || /\/\.{1,2}(?:\/|$)/.test(prefix)) return undefined
  return { bucket, prefix: prefix && `${prefix.slice(1)}/` }
}

function origin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/` && !/[?#]/.test(text) ? origin : undefined
}

function proxy(text: string): Config['trustProxy'] | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return text.split(',').every((address) => isAddressOrNet(address.trim())) ? text : undefined
}

function nets(text: string): string[] | undefined {
  const named = text.split(',').map((net) => net.trim())
  return named.every(isAddressOrNet) ? named : undefined
}

/** Such as 10.0.0.1, 10.0.0.0/8 or fd00::/8. */
function isAddressOrNet(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!
  const fits = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest)
  return longest > 0 && fits && more.length === 0
}
