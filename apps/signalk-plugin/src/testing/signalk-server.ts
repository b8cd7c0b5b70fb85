import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { skipUnless } from '../../../../scripts/programs.ts'
import { until } from '../../../../scripts/until.ts'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '../..')

/** Where signalk-servers for the tests are installed, in a folder each; `.ci/run` does it. */
export const INSTALLED_IN = process.env.BINNACLE_SIGNALK_SERVERS ?? join(homedir(), '.cache/binnacle')

/** Why a test with this version cannot run here, or false. In CI it must run. */
export function missing(version: string): string | false {
  const prefix = join(INSTALLED_IN, `signalk-${version}`)
  const isThere = existsSync(join(prefix, 'node_modules/signalk-server'))
  return skipUnless(isThere, `signalk-server ${version} is not installed. Run scripts/signalk-servers.sh`)
}

/** Node 20 on Debian and in CI; `npm ci` brings a newer one that is not meant here. */
export const SYSTEM_NODE = '/usr/bin/node'

/**
 * Builds the plugin and packs it as npm would publish it; gives the path of the tarball. In a copy in `folder`, since tests
 * that run side by side must not build over each other.
 */
export async function packPlugin(folder: string): Promise<string> {
  const copy = join(folder, 'signalk-binnacle')
  await cp(PACKAGE, copy, { recursive: true, filter: (path) => !/\/(dist|node_modules|src)$/.test(path) })
  await run('npm', ['exec', '--', 'rolldown', '-c', '-o', join(copy, 'dist/index.cjs')], { cwd: PACKAGE })
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: copy,
  })
  const [{ filename }] = JSON.parse(stdout)
  return join(folder, filename)
}

/** However busy the machine is; `until` then asks again. */
const ANSWER_WITHIN_MS = 60_000

export interface SignalKOptions {
  version: string
  /** The Node that runs it. */
  node: string
  /** The plugin's settings, as the owner has saved them. */
  settings: object
}

/** A Signal K configuration folder with the plugin installed in it, in which servers can run one after another. */
export class SignalK {
  readonly folder: string
  readonly #options: SignalKOptions
  #child: ChildProcess | undefined
  #url = ''
  output = ''

  private constructor(folder: string, options: SignalKOptions) {
    this.folder = folder
    this.#options = options
  }

  static async install(options: SignalKOptions): Promise<SignalK> {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-signalk-'))
    const signalk = new SignalK(folder, options)
    after(async () => {
      await signalk.kill()
      await rm(folder, { recursive: true, force: true })
    })
    const tarball = await packPlugin(folder)
    // As the app store installs it.
    await run('npm', [
      'install',
      '--prefix',
      folder,
      tarball,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--offline',
    ])
    await mkdir(signalk.#pluginFolder, { recursive: true })
    await writeFile(`${signalk.#pluginFolder}.json`, JSON.stringify({ enabled: true, configuration: options.settings }))
    return signalk
  }

  get #pluginFolder(): string {
    return join(this.folder, 'plugin-config-data/signalk-binnacle')
  }

  /** What the server has saved for the plugin: its settings, as text. */
  savedSettings(): Promise<string> {
    return readFile(`${this.#pluginFolder}.json`, 'utf8')
  }

  get keysFile(): string {
    return join(this.#pluginFolder, 'keys.json')
  }

  /**
   * Starts a server with data from these recordings: its own samples, and files of NMEA 2000 lines, played over and over.
   * `security` asks for a login: `captain` is an administrator, `crew` may write; see `as`.
   */
  async start(options: { samples?: boolean; files?: string[]; security?: boolean }): Promise<void> {
    const { samples = false, files = [], security = false } = options
    await writeFile(
      join(this.folder, 'settings.json'),
      JSON.stringify({
        interfaces: { tcp: false, 'nmea-tcp': false },
        ssl: false,
        mdns: false,
        pipedProviders: files.map(provider),
        ...(security && { security: { strategy: './tokensecurity' } }),
      }),
    )
    await writeFile(join(this.folder, 'security.json'), JSON.stringify(SECURITY))
    // A server of its own choosing listens to the whole network; one that inherits a socket, as from systemd, does not.
    const socket = net.createServer().listen(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address() as net.AddressInfo
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
    this.#url = `http://127.0.0.1:${port}`
    const bin = join(INSTALLED_IN, `signalk-${this.#options.version}`, 'node_modules/signalk-server/bin/signalk-server')
    const data = samples ? ['--sample-nmea0183-data', '--sample-n2k-data'] : []
    this.#child = spawn(this.#options.node, [bin, '-c', this.folder, ...data, '--override-timestamps'], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe', fd],
      env: { PATH: process.env.PATH, HOME: this.folder, LISTEN_FDS: '1', SIGNALK_NODE_CONFIG_DIR: this.folder },
    })
    socket.close()
    process.once('exit', () => this.#child?.kill('SIGKILL'))
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-20_000)
      })
    await this.until(async () => (await this.get('/signalk'))?.ok, 'the server to answer')
  }

  /** SIGKILL, as a power cut. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** undefined where it does not answer. */
  get(path: string, headers = {}): Promise<Response | undefined> {
    return fetch(this.#url + path, { headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => undefined)
  }

  /**
   * As a page of this server does, unless `headers` say otherwise. By a connection of its own: the server ends idle ones when it
   * likes.
   */
  post(path: string, body: object, headers = {}): Promise<Response> {
    return fetch(this.#url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', origin: this.#url, ...headers },
      body: JSON.stringify(body),
    })
  }

  /** Says a notification, as a plugin or a program on board does. */
  raise(path: string, value: object): Promise<void> {
    return this.say([{ path: `notifications.${path}`, value }])
  }

  /** Says values in one message, as a program on board does. */
  async say(values: { path: string; value: unknown }[]): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/signalk/v1/stream?subscribe=none`)
    await once(socket, 'message')
    socket.send(JSON.stringify({ context: 'vessels.self', updates: [{ values }] }))
    socket.close()
    await once(socket, 'close')
  }

  /** The plugin's own status; undefined while it is off. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  async status(headers = {}): Promise<any> {
    const response = await this.get('/plugins/signalk-binnacle/status', headers)
    return response?.ok ? response.json() : undefined
  }

  /** As `until`; what does not come is told with the plugin's status, asked with `headers`, and the server's output. */
  until<T>(look: () => T | Promise<T>, what: string, headers = {}): Promise<NonNullable<T>> {
    return until(look, what, this.#child).catch(async (error) => {
      throw new Error(`${error.message}\n${JSON.stringify(await this.status(headers))}\n${this.output}`)
    })
  }

  /** What the plugin's queue has on disk, as text: its whole lines. */
  async queued(): Promise<string> {
    const folder = join(this.#pluginFolder, 'queue')
    const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8').catch(() => ''))
    return (await Promise.all(texts)).map((text) => text.slice(0, text.lastIndexOf('\n') + 1)).join('')
  }
}

const SECURITY = {
  secretKey: randomBytes(32).toString('hex'),
  users: [
    { username: 'captain', type: 'admin' },
    { username: 'crew', type: 'readwrite' },
  ],
}

/** The header of a browser in which this user has logged in. */
export function as(id: 'captain' | 'crew'): { cookie: string } {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id })}`
  const signature = createHmac('sha256', SECURITY.secretKey).update(signed).digest('base64url')
  return { cookie: `JAUTHENTICATION=${signed}.${signature}` }
}

function provider(filename: string, i: number) {
  const subOptions = { dataType: 'NMEA2000JS', filename }
  const options = { type: 'FileStream', dataType: 'NMEA2000JS', subOptions }
  return { id: `recording${i}`, enabled: true, pipeElements: [{ type: 'providers/simple', options }] }
}
