/**
 * An onboard device on a boat, as a process of its own: posts telemetry each second and answers check-ins with pictures, until
 * SIGTERM.
 *
 *   node e2e/device.ts --url http://localhost:8080 [--key ct_... --hours 412] [--camera-key ct_... --camera Cockpit]
 */
import { parseArgs } from 'node:util'
import { take } from '../apps/demo/src/pictures/take.ts'

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    key: { type: 'string', default: '' },
    hours: { type: 'string', default: '412' },
    camera: { type: 'string' },
    'camera-key': { type: 'string', default: '' },
  },
})

const EVERY_MS = 1_000

async function call(method: string, path: string, key: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(options.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) console.error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

function readings(round: number) {
  const recorded_at = new Date().toISOString()
  const sway = Math.sin(round / 7)
  const at = (metric: string, value: number, instance?: string) => ({ metric, value, instance, recorded_at })
  return [
    at('engine_hours', Number(options.hours), 'main'),
    at('engine_rpm', Math.round(1450 + 40 * sway), 'main'),
    at('engine_coolant_temp', 82 + sway, 'main'),
    at('battery_voltage', 12.8 + 0.05 * sway, 'house'),
    at('battery_soc_pct', 91, 'house'),
    at('fuel_level_pct', 64, 'main'),
    at('water_level_pct', 48, 'port'),
    at('bilge_water', 0),
    at('position_lat', 54.3236 + round * 1e-5),
    at('position_lon', 10.1424 + round * 1e-5),
    at('depth', 4.2 + sway / 5),
    at('speed_over_ground', 3.1 + sway / 4),
    at('water_temp', 17.5),
  ]
}

/** Takes a picture and sends it; the first one makes the camera known. */
async function sendPicture(label: string): Promise<void> {
  const shot = { boat: 'Aurora', label, view: 'cockpit', at: new Date(), underWay: true } as const
  const [image] = await take([shot])
  await call('POST', '/v1/cameras/frames', options['camera-key'], {
    image_base64: image!.toString('base64'),
    label,
    view: shot.view,
  })
}

async function cameraRound(first: boolean): Promise<void> {
  if (!options.camera) return
  if (first) return sendPicture(options.camera)
  const { requests } = await call('GET', '/v1/cameras/pending', options['camera-key'])
  if (Array.isArray(requests) && requests.length > 0) await sendPicture(options.camera)
}

let running = true
process.once('SIGTERM', () => {
  running = false
})
for (let round = 0; running; round++) {
  if (options.key)
    await call('POST', '/v1/telemetry', options.key, { readings: readings(round) }).catch((error) =>
      console.error(error),
    )
  await cameraRound(round === 0).catch((error) => console.error(error))
  if (round === 0) console.log('sending')
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
}
