import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { freePort } from '../../scripts/free-port.ts'
import { lacks } from '../../scripts/programs.ts'
import { until } from '../../scripts/until.ts'
import { type Program, startProgram } from './program.ts'

const DEPLOY = join(import.meta.dirname, '..')

export interface ProxyKind {
  name: string
  /** Why its tests are skipped, or false. */
  missing: string | false
  /** Starts it at https://localhost:port, in front of services such as 127.0.0.1:8081. This process trusts its certificate. */
  start(port: number, services: string[]): Promise<Program>
}

export const haproxy: ProxyKind = {
  name: 'HAProxy',
  missing: lacks('haproxy', 'openssl'),
  start: (port, services) =>
    inFolder(async (folder) => {
      const pem = join(folder, 'binnacle.pem')
      trust(selfSigned(pem))
      const cfg = join(folder, 'haproxy.cfg')
      const { uid } = process.getuid ? { uid: process.getuid() } : { uid: 0 }
      const here = replaced(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'), [
        [' :80\n', ` 127.0.0.1:${await freePort()}\n`],
        [' :443 ', ` 127.0.0.1:${port} `],
        ['/etc/haproxy/binnacle.pem', pem],
        ['  server a 127.0.0.1:8081\n', ''],
        ['  server b 127.0.0.1:8082\n', services.map((address, i) => `  server s${i} ${address}\n`).join('')],
        // Only root can become somebody else.
        ['  user haproxy\n  group haproxy\n', uid === 0 ? '  user haproxy\n  group haproxy\n' : ''],
      ])
      writeFileSync(cfg, here)
      return startProgram('haproxy', ['-db', '-f', cfg], port)
    }),
}

export const caddy: ProxyKind = {
  name: 'Caddy',
  missing: lacks('caddy'),
  start: (port, services) =>
    inFolder(async (folder) => {
      // The file as it is, behind what a test needs of Caddy itself; for localhost its own authority signs.
      const config = join(folder, 'Caddyfile')
      const own = [
        'admin off',
        'skip_install_trust',
        `http_port ${await freePort()}`,
        `https_port ${port}`,
        'default_bind 127.0.0.1',
        `storage file_system ${folder}/caddy`,
      ]
      writeFileSync(config, `{\n${own.join('\n')}\n}\nimport ${DEPLOY}/Caddyfile\n`)
      const env = { HOME: folder, BINNACLE_HOST: 'localhost', BINNACLE_UPSTREAMS: services.join(' ') }
      const program = await startProgram('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], port, env)
      // Its port is open before its certificate is signed.
      await until(() => answersTls(port), 'a certificate of Caddy')
      trust(readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'))
      return program
    }),
}

/** What it starts has the folder, until it is stopped. */
async function inFolder(start: (folder: string) => Promise<Program>): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-proxy-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const { stop, ...proxy } = await start(folder)
  return {
    ...proxy,
    async stop() {
      await stop()
      remove()
      process.off('exit', remove)
    },
  }
}

/** The file with what is this machine's put in its place; fails where the file has none of it. */
function replaced(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((so, [from, to]) => {
    if (so.split(from).length !== 2) throw new Error(`haproxy.cfg should have this once: ${from}`)
    return so.replace(from, to)
  }, text)
}

/** A certificate for localhost with its key, in one file; gives the certificate. */
function selfSigned(pem: string): string {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${pem}.key`]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...name, '-out', `${pem}.cert`], { stdio: 'ignore' })
  const certificate = readFileSync(`${pem}.cert`, 'utf8')
  writeFileSync(pem, certificate + readFileSync(`${pem}.key`, 'utf8'))
  return certificate
}

async function answersTls(port: number): Promise<boolean> {
  const socket = tls.connect({ port, servername: 'localhost', rejectUnauthorized: false })
  return once(socket, 'secureConnect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

const trust = (certificate: string) => tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])
