import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopProcess } from '../bench/shared/resources.ts'
import { freePort } from '../scripts/free-port.ts'
import { programFile, QUICK_START } from '../scripts/quick-start.ts'
import { until } from '../scripts/until.ts'

/** A service of the test's own, as a process, on the embedded database in a folder that goes with it. */
export interface TestService {
  url: string
  /** What it has printed. */
  output(): string
  stop(): Promise<void>
}

type Settings = Record<string, string>

/**
 * As `npm start`: empty, and waiting for its first account. Settings can be made for its address. Where TEST_DATABASE_TEMPLATE
 * names an empty database, it is copied.
 */
export const startEmpty = (settings: Settings | ((url: string) => Promise<Settings>) = {}): Promise<TestService> =>
  start(
    'apps/server/src/main.ts',
    /"msg":"ready"/,
    typeof settings === 'function' ? settings : async () => settings,
    process.env.TEST_DATABASE_TEMPLATE,
  )

const startMain = (settings: Settings, made?: string) =>
  start('apps/demo/src/main.ts', /Ctrl\+C stops it/, async () => settings, made)

/** Makes a demo in the folder. Where E2E_DEMO names it, each test file copies it: making one takes as long as a test. */
export async function makeDemo(folder: string): Promise<void> {
  const demo = await startMain({ DATA_DIR: folder })
  await demo.stop()
}

/** As `npm run demo`: two boats with years of history, onboard devices that send, and somebody to sign in as. */
export async function startDemo(settings: Settings = {}): Promise<TestService & { email: string; password: string }> {
  const service = await startMain(settings, process.env.E2E_DEMO)
  const word = (label: string) => new RegExp(`${label} +(\\S+)`).exec(service.output())![1]!
  return { ...service, email: word('Login'), password: word('Password') }
}

async function start(
  main: 'apps/server/src/main.ts' | 'apps/demo/src/main.ts',
  ready: RegExp,
  settings: (url: string) => Promise<Settings>,
  made?: string,
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-e2e-'))
  // A demo that a busy machine did not let end in time leaves its socket.
  const filter = (path: string) => !path.endsWith('.sock')
  if (made) await cp(made, join(folder, 'data'), { recursive: true, filter })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const wanted = await settings(url)
  const child = spawn(process.execPath, [...QUICK_START.flags, programFile(main)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...QUICK_START.env,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      TELEMETRY_GAP_MS: '100',
      FRAME_GAP_MS: '100',
      ...wanted,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const stop = async () => {
    await stopProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  process.once('exit', () => child.kill('SIGKILL'))
  await until(() => ready.test(output), 'the service', child).catch(async (error: Error) => {
    await stop()
    throw new Error(`${error.message}:\n${output}`)
  })
  return { url, output: () => output, stop }
}
