import { after } from 'node:test'
import {
  type ServiceProcess,
  startProcess,
  startTestProcess,
  type TestProcess,
} from '../../apps/server/src/testing/process.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { Program } from './program.ts'
import type { ProxyKind } from './proxies.ts'

export interface TwoProcesses {
  /** Of the proxy. */
  url: string
  place: TestProcess
  /** Addresses of the two processes themselves. */
  direct: [string, string]
  proxy: Program
  /** SIGTERM, waits until it has ended, and starts it again in its place; gives how it ended. */
  restart(which: 0 | 1): Promise<{ code: number | null; signal: string | null }>
  /** Ends both. */
  stopServices(): Promise<void>
}

/** Two service processes on one PostgreSQL behind a proxy, with the settings that deploy/ gives them. All ends after the test file. */
export async function startTwoProcesses(
  kind: ProxyKind,
  env: Record<string, string>,
  boats = 1,
): Promise<TwoProcesses> {
  const [front, ...ports] = [await freePort(), await freePort(), await freePort()] as const
  const url = `https://localhost:${front}`
  const settings = { BASE_URL: url, TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '5', ...env }
  const place = await startTestProcess({ ...settings, PORT: String(ports[0]) }, boats)
  const start = (which: 0 | 1) => startProcess({ ...place.env, PORT: String(ports[which]) })
  const services: ServiceProcess[] = [place.service, await start(1)]
  const stopServices = async () => void (await Promise.all(services.map((service) => service.kill())))
  after(stopServices)
  const proxy = await kind.start(
    front,
    ports.map((port) => `127.0.0.1:${port}`),
  )
  after(() => proxy.stop())
  return {
    url,
    place,
    direct: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    proxy,
    stopServices,
    async restart(which) {
      const ended = await services[which]!.stop()
      services[which] = await start(which)
      return ended
    },
  }
}
