// Starts Binnacle in Home Assistant: the options are its settings, and the data is where Home Assistant's backups look for it.
import { chownSync, mkdirSync, readFileSync } from 'node:fs'

const DATA = '/data/binnacle'
/** The user `node` of the image. */
const USER = 1000
/** Set here: Node itself would make it at its start, as root. */
const COMPILED = '/tmp/node-compile-cache'
const { SUPERVISOR_TOKEN = '', SUPERVISOR_URL = 'http://supervisor' } = process.env

const { base_url, mqtt, log_level, settings } = JSON.parse(readFileSync('/data/options.json', 'utf8'))
const named = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
const broker =
  mqtt && !named.MQTT_URL
    ? await brokerOfSupervisor().catch(({ message, cause }) => {
        console.log(
          `Home Assistant did not say which MQTT broker it has (${cause?.message ?? message}): Binnacle starts without one. Restart it to ask again.`,
        )
      })
    : undefined
Object.assign(
  process.env,
  { BASE_URL: base_url, LOG_LEVEL: log_level, DATA_DIR: DATA, NODE_COMPILE_CACHE: COMPILED },
  broker && { MQTT_URL: broker },
  named,
)
// Nothing of Home Assistant's is for the service.
for (const name of ['SUPERVISOR_TOKEN', 'HASSIO_TOKEN', 'SUPERVISOR_URL']) delete process.env[name]

mkdirSync(DATA, { recursive: true, mode: 0o700 })
if (process.getuid() === 0) {
  chownSync(DATA, USER, USER)
  process.setgroups([])
  process.setgid(USER)
  process.setuid(USER)
}
await import(new URL('./package/apps/dist/server.js', import.meta.url).href)

/** The address of the broker that Home Assistant has, with the sign-in that it gives us. */
async function brokerOfSupervisor() {
  const answer = await fetch(`${SUPERVISOR_URL}/services/mqtt`, {
    headers: { authorization: `Bearer ${SUPERVISOR_TOKEN}` },
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok) {
    console.log(
      'Home Assistant has no MQTT broker: install the Mosquitto broker add-on and restart Binnacle, or switch the option mqtt off.',
    )
    return undefined
  }
  const { host, port, ssl, username, password } = (await answer.json()).data
  const signIn = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@` : ''
  return `${ssl ? 'mqtts' : 'mqtt'}://${signIn}${host}:${port}`
}
