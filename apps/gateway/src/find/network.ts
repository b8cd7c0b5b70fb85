import { createConnection } from 'node:net'
import type { Found } from './ports.ts'

const ANSWER_MS = 3_000

/** Where a Signal K server is in most boats: on this computer, or under the name that its images give themselves. */
const SIGNALK = ['http://localhost:3000', 'http://signalk.local:3000', 'http://openplotter.local:3000']
/** Every GX device has this name. */
const VICTRON = { host: 'venus.local', port: 1883 }

export async function signalkServers(addresses = SIGNALK): Promise<Found[]> {
  const answers = await Promise.all(addresses.map(isSignalk))
  return addresses
    .filter((_, i) => answers[i])
    .map((url) => ({ what: `Signal K server at ${url}`, input: `{type: signalk, url: '${url}'}`, sure: true }))
}

async function isSignalk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/signalk`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    return typeof Object(await answer.json()).endpoints === 'object'
  } catch {
    return false
  }
}

export async function victronDevices({ host, port } = VICTRON): Promise<Found[]> {
  const found = { what: `Victron GX device at ${host}`, input: `{type: victron, host: ${host}}`, sure: true }
  return (await isListening(host, port)) ? [found] : []
}

function isListening(host: string, port: number): Promise<boolean> {
  const socket = createConnection({ host, port, timeout: ANSWER_MS })
  return new Promise<boolean>((resolve) => {
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('timeout', () => resolve(false))
  }).finally(() => socket.destroy())
}
