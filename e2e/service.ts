import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, stopProcess } from '../bench/resources.ts'

const ROOT = join(import.meta.dirname, '..')
const READY_WITHIN_MS = 120_000

/** A service of the test's own, as a process, on the embedded database in a folder that goes with it. */
export interface TestService {
  url: string
  /** What it has printed. */
  output(): string
  stop(): Promise<void>
}

/** As `npm start`: empty, and waiting for its first account. */
export const startEmpty = (settings: Record<string, string> = {}): Promise<TestService> =>
  start('apps/server/src/main.ts', /"msg":"ready"/, settings)

/** As `npm run demo`: two boats with years of history, boxes that send, and somebody to sign in as. */
export async function startDemo(): Promise<TestService & { email: string; password: string }> {
  const service = await start('apps/server/src/demo/main.ts', /Ctrl\+C stops it/, {})
  const word = (label: string) => new RegExp(`${label} +(\\S+)`).exec(service.output())![1]!
  return { ...service, email: word('Login'), password: word('Password') }
}

async function start(main: string, ready: RegExp, settings: Record<string, string>): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(ROOT, main)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      TELEMETRY_GAP_MS: '100',
      FRAME_GAP_MS: '100',
      ...settings,
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
  const late = Date.now() + READY_WITHIN_MS
  while (!ready.test(output)) {
    if (child.exitCode !== null || Date.now() > late) {
      await stop()
      throw new Error(`the service did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, output: () => output, stop }
}
