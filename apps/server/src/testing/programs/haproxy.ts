import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../../scripts/free-port.ts'
import { needProgram } from '../../../../../scripts/programs.ts'
import { until } from '../../../../../scripts/until.ts'

/** HAProxy on 127.0.0.1 in front of these services, which take turns, request by request. */
export async function startHaproxy(hosts: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-haproxy-'))
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 10s',
    '  timeout client 60s',
    '  timeout server 60s',
    'frontend f',
    `  bind 127.0.0.1:${port}`,
    '  http-request set-header X-Forwarded-For %[src]',
    '  default_backend b',
    'backend b',
    '  balance roundrobin',
    ...hosts.map((host, i) => `  server s${i} ${host}`),
  ]
  writeFileSync(config, `${lines.join('\n')}\n`)
  // In the foreground, as one process.
  const proxy = spawn(needProgram('haproxy'), ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(proxy, 'exit')
  const onExit = () => void proxy.kill('SIGKILL')
  process.once('exit', onExit)
  const stop = async () => {
    proxy.kill('SIGKILL')
    await ended
    process.off('exit', onExit)
    rmSync(folder, { recursive: true, force: true })
  }
  await until(() => listens(port), "HAProxy's port", proxy).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: `http://127.0.0.1:${port}`, stop }
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
