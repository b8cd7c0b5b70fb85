import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { DEFAULT_QUOTAS } from '@binnacle/contract'
import fc from 'fast-check'
import { pino } from 'pino'
import { makeServer } from '../http/server.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { OF_AWS, settingNames } from './setting-names.ts'

/** What is read where nothing is set: the table of design.md, "Settings". */
const DEFAULTS: Config = {
  port: 8080,
  host: '127.0.0.1',
  baseUrl: 'http://localhost:8080',
  dataDir: resolve('data'),
  databaseUrl: null,
  redisUrl: null,
  frameStore: null,
  s3Endpoint: null,
  s3Region: 'us-east-1',
  s3PathStyle: false,
  telemetryKeepDays: null,
  backupDir: null,
  backupKeepDays: 14,
  backupRecipient: null,
  backupPassphraseFile: null,
  secretKey: null,
  formerSecretKeys: null,
  signups: 'closed',
  requireSecondFactor: 'off',
  oidcIssuer: null,
  oidcClientId: null,
  oidcClientSecret: null,
  oidcName: 'SSO',
  defaultPlan: 'pro',
  ingestEnabled: true,
  quotaBoats: DEFAULT_QUOTAS.vessels,
  quotaAccessKeys: DEFAULT_QUOTAS.access_keys,
  quotaConnections: DEFAULT_QUOTAS.connections,
  quotaPhotos: DEFAULT_QUOTAS.photos,
  quotaStorageBytes: DEFAULT_QUOTAS.storage_bytes,
  rateLimitPerMinute: 60,
  telemetryGapMs: 5_000,
  frameGapMs: 10_000,
  trustProxy: false,
  tls: 'off',
  drainSeconds: 0,
  mapTilesUrl: null,
  mapTilesAttribution: '',
  securityContact: null,
  notifyAllowPrivate: null,
  smtpUrl: null,
  mqttUrl: null,
  mqttPrefix: 'binnacle',
  mailFrom: null,
  telegramUrl: 'https://api.telegram.org',
  logLevel: 'info',
}

const SECRET = 'x'.repeat(32)
const RECIPIENT = `age1${'q'.repeat(58)}`

/** Every setting: what it may be with what is read, and what is refused. */
const SETTINGS: Record<string, { reads: keyof Config; good: [text: string, value: unknown][]; bad: string[] }> = {
  PORT: {
    reads: 'port',
    good: [
      ['0', 0],
      ['80', 80],
      [' 65535 ', 65535],
    ],
    bad: ['65536', '-1', '1.5', '0x50', '1e3', 'http', '99999999999'],
  },
  HOST: {
    reads: 'host',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
      ['boat.local', 'boat.local'],
    ],
    bad: ['a b', 'http://x', '1.2.3.4:80', '-x', '[::1]'],
  },
  BASE_URL: {
    reads: 'baseUrl',
    good: [
      ['https://boat.example/', 'https://boat.example'],
      ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
      ['https://x.example/binnacle//', 'https://x.example/binnacle'],
    ],
    bad: ['boat.example', 'ftp://x', 'http://', 'http://x?a=1', 'http://x?', 'http://x#', 'http://me:you@x', '//x'],
  },
  DATA_DIR: {
    reads: 'dataDir',
    good: [
      ['/var/lib/x', '/var/lib/x'],
      ['y', resolve('y')],
    ],
    bad: [],
  },
  DATABASE_URL: {
    reads: 'databaseUrl',
    good: [
      ['postgres://u:p@h:5432/d', 'postgres://u:p@h:5432/d'],
      ['postgresql:///d', 'postgresql:///d'],
    ],
    bad: ['mysql://h/d', 'h:5432', 'postgres://h:port/d', 'postgres://h/d?sslcert=/nowhere/cert.pem'],
  },
  REDIS_URL: {
    reads: 'redisUrl',
    good: [
      ['redis://10.0.0.5', 'redis://10.0.0.5'],
      ['rediss://me:you@redis.example:6380/1', 'rediss://me:you@redis.example:6380/1'],
    ],
    bad: ['10.0.0.5:6379', 'http://x', 'redis://', 'redis:///1', 'redis://h:port'],
  },
  FRAME_STORE: {
    reads: 'frameStore',
    good: [
      ['s3://frames', { bucket: 'frames', prefix: '' }],
      ['s3://frames/', { bucket: 'frames', prefix: '' }],
      ['s3://frames.example/binnacle/eu-1', { bucket: 'frames.example', prefix: 'binnacle/eu-1/' }],
    ],
    bad: [
      'frames',
      'file:///frames',
      's3://',
      's3://UPPER',
      's3://x',
      's3://frames/../y',
      's3://frames//y',
      's3://frames/a b',
    ],
  },
  S3_ENDPOINT: {
    reads: 's3Endpoint',
    good: [
      ['https://s3.example', 'https://s3.example'],
      ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ],
    bad: ['s3.example', 'ftp://x', 'https://x/path', 'https://x/?a', 'https://x/?', 'https://me:you@x'],
  },
  S3_REGION: { reads: 's3Region', good: [['eu-central-1', 'eu-central-1']], bad: ['eu central', 'EU', 'x'.repeat(41)] },
  S3_PATH_STYLE: { reads: 's3PathStyle', good: [['true', true]], bad: ['1', 'yes'] },
  TELEMETRY_KEEP_DAYS: {
    reads: 'telemetryKeepDays',
    good: [
      ['0', null],
      ['35', 35],
      ['36500', 36_500],
    ],
    bad: ['-1', 'ever', '34', '36501'],
  },
  BACKUP_DIR: {
    reads: 'backupDir',
    good: [
      ['/var/backups/x', '/var/backups/x'],
      ['b', resolve('b')],
    ],
    bad: [],
  },
  BACKUP_KEEP_DAYS: { reads: 'backupKeepDays', good: [['30', 30]], bad: ['0', '3651', '1.5'] },
  BACKUP_RECIPIENT: {
    reads: 'backupRecipient',
    good: [
      [RECIPIENT, [RECIPIENT]],
      [`${RECIPIENT}, ${RECIPIENT}`, [RECIPIENT, RECIPIENT]],
    ],
    bad: ['age', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`, `${RECIPIENT},`, 'ssh-ed25519 AAAA'],
  },
  BACKUP_PASSPHRASE_FILE: { reads: 'backupPassphraseFile', good: [['/etc/b/pass', '/etc/b/pass']], bad: [] },
  SECRET_KEY: { reads: 'secretKey', good: [[SECRET, SECRET]], bad: ['x'.repeat(31)] },
  FORMER_SECRET_KEYS: {
    reads: 'formerSecretKeys',
    good: [
      [SECRET, [SECRET]],
      [`${SECRET}, ${'y'.repeat(32)}`, [SECRET, 'y'.repeat(32)]],
    ],
    bad: ['short', `${SECRET},`, `${SECRET},short`],
  },
  REQUIRE_SECOND_FACTOR: {
    reads: 'requireSecondFactor',
    good: [
      ['off', 'off'],
      ['operator', 'operator'],
      ['everyone', 'everyone'],
    ],
    bad: ['true', 'on', 'Everyone', 'operator,everyone'],
  },
  SIGNUPS: {
    reads: 'signups',
    good: [
      ['open', 'open'],
      ['closed', 'closed'],
    ],
    bad: ['true', 'OPEN', 'yes'],
  },
  DEFAULT_PLAN: { reads: 'defaultPlan', good: ['free', 'plus', 'pro', 'fleet'].map((p) => [p, p]), bad: ['gold'] },
  QUOTA_BOATS: {
    reads: 'quotaBoats',
    good: [
      ['7', { free: 7, plus: 7, pro: 7, fleet: 7 }],
      ['unlimited', { free: null, plus: null, pro: null, fleet: null }],
      ['free=0, pro=unlimited', { ...DEFAULT_QUOTAS.vessels, free: 0, pro: null }],
    ],
    bad: ['-1', '1.5', 'gold=1', 'free', 'free=', 'free=1;pro=2', '7,free=1'],
  },
  QUOTA_ACCESS_KEYS: {
    reads: 'quotaAccessKeys',
    good: [
      ['7', { free: 7, plus: 7, pro: 7, fleet: 7 }],
      ['unlimited', { free: null, plus: null, pro: null, fleet: null }],
      ['free=0, pro=unlimited', { ...DEFAULT_QUOTAS.access_keys, free: 0, pro: null }],
    ],
    bad: ['-1', '1.5', 'gold=1', 'free', 'free=', 'free=1;pro=2', '7,free=1'],
  },
  QUOTA_CONNECTIONS: {
    reads: 'quotaConnections',
    good: [
      ['7', { free: 7, plus: 7, pro: 7, fleet: 7 }],
      ['unlimited', { free: null, plus: null, pro: null, fleet: null }],
      ['free=0, pro=unlimited', { ...DEFAULT_QUOTAS.connections, free: 0, pro: null }],
    ],
    bad: ['-1', '1.5', 'gold=1', 'free', 'free=', 'free=1;pro=2', '7,free=1'],
  },
  QUOTA_PHOTOS: {
    reads: 'quotaPhotos',
    good: [
      ['7', { free: 7, plus: 7, pro: 7, fleet: 7 }],
      ['unlimited', { free: null, plus: null, pro: null, fleet: null }],
      ['free=0, pro=unlimited', { ...DEFAULT_QUOTAS.photos, free: 0, pro: null }],
    ],
    bad: ['-1', '1.5', 'gold=1', 'free', 'free=', 'free=1;pro=2', '7,free=1'],
  },
  QUOTA_STORAGE_GB: {
    reads: 'quotaStorageBytes',
    good: [
      ['7', { free: 7000000000, plus: 7000000000, pro: 7000000000, fleet: 7000000000 }],
      ['unlimited', { free: null, plus: null, pro: null, fleet: null }],
      ['free=0, pro=unlimited', { ...DEFAULT_QUOTAS.storage_bytes, free: 0, pro: null }],
    ],
    bad: ['-1', '1.5', 'gold=1', 'free', 'free=', 'free=1;pro=2', '7,free=1'],
  },
  INGEST_ENABLED: {
    reads: 'ingestEnabled',
    good: [
      ['true', true],
      ['false', false],
    ],
    bad: ['1', 'no', 'False'],
  },
  RATE_LIMIT_PER_MINUTE: {
    reads: 'rateLimitPerMinute',
    good: [
      ['1', 1],
      ['600', 600],
    ],
    bad: ['0', '-5', 'many'],
  },
  TELEMETRY_GAP_MS: { reads: 'telemetryGapMs', good: [['0', 0]], bad: ['3600001', '5s'] },
  FRAME_GAP_MS: { reads: 'frameGapMs', good: [['0', 0]], bad: ['3600001', '10 s'] },
  TRUST_PROXY: {
    reads: 'trustProxy',
    good: [
      ['true', true],
      ['false', false],
      ['1', 1],
      ['10.0.0.0/8, fd00::/8', '10.0.0.0/8, fd00::/8'],
      ['192.168.1.1', '192.168.1.1'],
    ],
    bad: ['yes', '-1', '1.2', '10.0.0.0/33', '10.0.0.0/0', 'proxy.local', '10.0.0.1,', '1.2.3.4/8/8', ','],
  },
  MAP_TILES_URL: {
    reads: 'mapTilesUrl',
    good: [
      ['https://tile.example/{z}/{x}/{y}.png?key=a', 'https://tile.example/{z}/{x}/{y}.png?key=a'],
      ['http://10.0.0.5:8081/wmts/{z}/{y}/{x}', 'http://10.0.0.5:8081/wmts/{z}/{y}/{x}'],
    ],
    bad: [
      'https://tile.example/{z}/{x}.png',
      'https://{s}.tile.example/{z}/{x}/{y}.png',
      'https://{z}.tile.example/{x}/{y}.png',
      'https://tile.example/{z}/{x}/{y}/{y}.png',
      'https://me:you@tile.example/{z}/{x}/{y}.png',
      'file:///{z}/{x}/{y}.png',
      '/{z}/{x}/{y}.png',
    ],
  },
  TLS: {
    reads: 'tls',
    good: [['local', 'local']],
    bad: ['on', 'true', 'auto'],
  },
  DRAIN_SECONDS: {
    reads: 'drainSeconds',
    good: [['5', 5]],
    bad: ['61', '-1', '2s'],
  },
  SECURITY_CONTACT: {
    reads: 'securityContact',
    good: [
      ['mailto:security@example.org', 'mailto:security@example.org'],
      ['https://example.org/security', 'https://example.org/security'],
    ],
    bad: ['security@example.org', 'http://example.org', 'mailto:a b@example.org'],
  },
  OIDC_ISSUER: {
    reads: 'oidcIssuer',
    good: [
      ['https://auth.example.org', 'https://auth.example.org'],
      ['https://auth.example.org/application/o/binnacle/', 'https://auth.example.org/application/o/binnacle/'],
      ['http://localhost:9000/realms/boats', 'http://localhost:9000/realms/boats'],
    ],
    bad: [
      'auth.example.org',
      'http://auth.example.org',
      'https://me:you@x',
      'https://x/?a=1',
      'https://x/#',
      'ftp://localhost',
    ],
  },
  OIDC_CLIENT_ID: { reads: 'oidcClientId', good: [['binnacle', 'binnacle']], bad: ['x'.repeat(201)] },
  OIDC_CLIENT_SECRET: { reads: 'oidcClientSecret', good: [[SECRET, SECRET]], bad: ['x'.repeat(501)] },
  OIDC_NAME: { reads: 'oidcName', good: [['Authentik', 'Authentik']], bad: ['x'.repeat(41)] },
  MAP_TILES_ATTRIBUTION: {
    reads: 'mapTilesAttribution',
    good: [['© OpenStreetMap contributors', '© OpenStreetMap contributors']],
    bad: ['x'.repeat(501)],
  },
  NOTIFY_ALLOW_PRIVATE: {
    reads: 'notifyAllowPrivate',
    good: [
      ['192.168.0.0/16', ['192.168.0.0/16']],
      ['127.0.0.1, fd00::/8', ['127.0.0.1', 'fd00::/8']],
    ],
    bad: ['localhost', '10.0.0.0/33', '10.0.0.0/8;fd00::/8', 'all'],
  },
  SMTP_URL: {
    reads: 'smtpUrl',
    good: [
      ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
      ['smtps://boat:secret@mail.example.org', 'smtps://boat:secret@mail.example.org'],
    ],
    bad: ['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtp://h:port'],
  },
  MQTT_URL: {
    reads: 'mqttUrl',
    good: [
      ['mqtt://127.0.0.1', 'mqtt://127.0.0.1'],
      ['mqtts://boat:secret@broker.example.org:8883', 'mqtts://boat:secret@broker.example.org:8883'],
    ],
    bad: ['broker.example.org', 'https://broker.example.org', 'mqtt://', 'mqtt://h:port', 'mqtt://u:%zz@h'],
  },
  MQTT_PREFIX: { reads: 'mqttPrefix', good: [['boats-2', 'boats-2']], bad: ['a/b', 'a b', '#', '+'] },
  MAIL_FROM: {
    reads: 'mailFrom',
    good: [
      ['boat@example.org', 'boat@example.org'],
      ['Binnacle <boat@example.org>', 'Binnacle <boat@example.org>'],
    ],
    bad: ['example.org', 'Binnacle', 'a@example.org, b@example.org', 'Binnacle <boat>', 'x <a@example.org> y'],
  },
  TELEGRAM_URL: {
    reads: 'telegramUrl',
    good: [['http://10.0.0.5:8081/', 'http://10.0.0.5:8081']],
    bad: ['api.telegram.org', 'https://x/bot', 'ftp://x'],
  },
  LOG_LEVEL: {
    reads: 'logLevel',
    good: [
      ['trace', 'trace'],
      ['silent', 'silent'],
    ],
    bad: ['verbose', 'INFO'],
  },
}

test('nothing set: every default; so too for empty settings', () => {
  assert.deepEqual(readConfig({}), DEFAULTS)
  assert.deepEqual(readConfig(Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '  ']))), DEFAULTS)
})

/** Defaults that are no value to write down. */
const IN_WORDS = ['', 'unlimited', 'created in `DATA_DIR`', 'files in `DATA_DIR`', 'Amazon S3']
test('docs/settings.md has each setting that is read, and no other, with its default', async () => {
  const read = settingNames()
  const text = await readFile(join(import.meta.dirname, '../../../../docs/settings.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (`[A-Z0-9_`, ]+`) \| (.*?) ?\| .*\|$/gm)]
  const table = rows.flatMap(([, names, byDefault]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name: name!, byDefault: byDefault!.trim() })),
  )
  assert.deepEqual(table.map(({ name }) => name).sort(), [...read, ...OF_AWS].sort())
  assert.deepEqual([...read].sort(), Object.keys(SETTINGS).sort())
  for (const { name, byDefault } of table.filter((row) => !OF_AWS.includes(row.name)))
    if (IN_WORDS.includes(byDefault)) assert.ok(!DEFAULTS[SETTINGS[name]!.reads], `${name}: ${byDefault}`)
    else assert.deepEqual(readConfig({ [name]: byDefault }), DEFAULTS, `${name}: ${byDefault}`)
})

test('every setting reads what it may be and nothing else changes', () => {
  assert.deepEqual(
    Object.values(SETTINGS)
      .map((s) => s.reads)
      .sort(),
    Object.keys(DEFAULTS).sort(),
  )
  for (const [name, { reads, good }] of Object.entries(SETTINGS)) {
    for (const [text, value] of good) {
      const { baseUrl, ...config } = readConfig({ [name]: text })
      const expected = { ...DEFAULTS, [reads]: value }
      // Without BASE_URL it follows the port.
      if (name === 'PORT') expected.baseUrl = `http://localhost:${value}`
      assert.deepEqual({ baseUrl, ...config }, expected, `${name}=${text}`)
    }
  }
})

test('every wrong setting is refused by name, all of them at once', () => {
  const first = Object.entries(SETTINGS).flatMap(([name, { bad }]) => (bad[0] ? [[name, bad[0]]] : []))
  const all = problems(Object.fromEntries(first))
  assert.deepEqual(all.map((line) => line.split(' ')[0]).sort(), first.map(([name]) => name).sort())
  for (const [name, { bad }] of Object.entries(SETTINGS))
    for (const text of bad) {
      const [line, ...more] = problems({ [name]: text })
      assert.ok(line?.startsWith(`${name} must be `), `${name}=${text}: ${line}`)
      assert.equal(more.length, 0)
    }
})

test('a secret is not shown, even when it is wrong', () => {
  const wrong = {
    BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1hunter2',
    SECRET_KEY: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    REDIS_URL: 'http://u:hunter2@h',
    SMTP_URL: 'http://u:hunter2@h',
    BASE_URL: 'https://u:hunter2@boat.example',
    OIDC_ISSUER: 'https://u:p@hunter2@login.example',
    S3_ENDPOINT: 'http://u:hunter2@127.0.0.1:9000',
    TELEGRAM_URL: 'https://u:hunter2@telegram.example',
    FRAME_STORE: 's3://u:hunter2@bucket',
    MQTT_URL: 'http://u:hunter2@h',
  }
  const lines = problems(wrong)
  assert.deepEqual(lines.map((line) => line.split(' ')[0]).sort(), Object.keys(wrong).sort())
  assert.doesNotMatch(lines.join(), /hunter2/)
  assert.match(lines.join(), /and is "http:\/\/…@127\.0\.0\.1:9000"/)
})

const NAMES = Object.keys(SETTINGS)
const someSetting = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...Object.values(SETTINGS).flatMap(({ good, bad }) => [...good.map(([text]) => text), ...bad])),
  fc.ipV4(),
  fc.ipV6(),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.stringMatching(/^[0-9a-f.:/, ]{1,20}$/),
  fc.stringMatching(/^(https?|postgres):\/\/[^ ]{0,12}$/),
)

test('property: whatever the settings, they are refused with a ConfigError or the service can be built with them', async () => {
  const log = pino({ level: 'silent' })
  const env = fc.dictionary(fc.constantFrom(...NAMES), someSetting, { maxKeys: 4 })
  await fc.assert(
    fc.asyncProperty(env, async (settings) => {
      let config: Config
      try {
        config = readConfig(settings)
      } catch (error) {
        assert.ok(error instanceof ConfigError, String(error))
        return
      }
      assert.equal(`${config.baseUrl}/x`, new URL(`${config.baseUrl}/x`).href)
      const server = makeServer(config, log)
      await server.inject({ url: '/', headers: { 'x-forwarded-for': '1.2.3.4' } })
      await server.close()
    }),
    { numRuns: 300 },
  )
})

function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return assert.fail(`accepted: ${JSON.stringify(env)}`)
}
