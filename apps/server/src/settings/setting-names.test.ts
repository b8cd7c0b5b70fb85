import assert from 'node:assert/strict'
import { test } from 'node:test'
import { misspeltSettings, OF_AWS, saysMisspelt, settingNames } from './setting-names.ts'

test('a near miss of a setting and any unknown BINNACLE_ variable is found', () => {
  for (const [name, meant] of [
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['HSOT', 'HOST'],
    ['TELEMETRY_KEEPDAYS', 'TELEMETRY_KEEP_DAYS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SIGNUP', 'SIGNUPS'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['OIDC_CLIENTSECRET', 'OIDC_CLIENT_SECRET'],
    ['AWS_ACCES_KEY_ID', 'AWS_ACCESS_KEY_ID'],
    ['BINNACLE_PORT', 'PORT'],
    ['BINNACLE_DATA_DIR', 'DATA_DIR'],
    ['BINNACLE_COLOUR', null],
  ] as const)
    assert.deepEqual(misspeltSettings({ [name]: '1' }), [{ name, meant }], name)
})

test('no setting is taken for another, and no variable of a usual machine for a setting', () => {
  const settings = Object.fromEntries([...settingNames(), ...OF_AWS].map((name) => [name, '1']))
  assert.deepEqual(misspeltSettings(settings), [])
  const usual =
    'HOME HOSTNAME HOSTTYPE LOGNAME USER USERNAME PATH PWD OLDPWD SHELL TERM LANG LC_ALL TZ TMPDIR EDITOR PAGER MAIL DISPLAY ' +
    'NODE_ENV NODE_OPTIONS NODE_VERSION NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY ' +
    'XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY LOGS_DIRECTORY ' +
    'NOTIFY_SOCKET LISTEN_FDS AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN AWS_DEFAULT_REGION PGHOST PGPORT PGUSER PGDATA ' +
    'POSTGRES_PASSWORD POSTGRES_DB POST POSTS PORTS HOSTS SHOST COST MOST SORT SSH_AUTH_SOCK SSH_CLIENT DEBUG CI SHLVL'
  for (const name of usual.split(' ')) assert.deepEqual(misspeltSettings({ [name]: '1' }), [], name)
})

test('what Kubernetes and the programs beside the service read is no mistake', () => {
  const env = {
    BINNACLE_SERVICE_HOST: '10.0.0.1',
    BINNACLE_SERVICE_PORT_HTTP: '80',
    BINNACLE_PORT: 'tcp://10.0.0.1:80',
    BINNACLE_PORT_80_TCP_ADDR: '10.0.0.1',
    BINNACLE_KEY: 'x',
    BINNACLE_URL: 'x',
  }
  assert.deepEqual(misspeltSettings(env), [])
})

test('the message has the name and never the value', () => {
  const [misspelt] = misspeltSettings({ SECRETKEY: 'hunter2' })
  assert.equal(saysMisspelt(misspelt!), 'SECRETKEY is not a setting; did you mean SECRET_KEY?')
})
