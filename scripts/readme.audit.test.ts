import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { networkSettings } from './network-settings.ts'
import { QUICK_START } from './quick-start.ts'
import { assertAsInTable, firstCommands, megabytes } from './release/testing/ways.ts'
import { until } from './until.ts'

/**
 * Runs the commands of the README as they stand there, in a copy of the project that has no node_modules. Only what a reader would
 * put in is put in: address, keys and the boat's id. `npm ci && npm test` is what CI does.
 */
const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'binnacle-readme-'))
const project = join(folder, 'project')
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The commands in the text, as a shell reads them. */
const COMMANDS = [
  ...README.matchAll(/^ {4}(\w(?:[^\\\n]|\\\n)+)$/gm),
  ...README.matchAll(/`((?:BINNACLE_KEY=[^`]+ )?(?:npm run|npx|curl) [^`]+)`/g),
].map(([, command]) => command!.replace(/\\\n\s+/g, ''))

function commandWith(part: string): string {
  const [command, ...more] = COMMANDS.filter((command) => command.includes(part))
  assert.ok(command && more.length === 0, `one command of the README has: ${part}`)
  return command
}

/** The reader's shell: without the folders of node_modules that `npm test` adds. */
const PATH = process.env
  .PATH!.split(':')
  .filter((entry) => !entry.includes('node_modules'))
  .join(':')
const env = {
  ...networkSettings,
  ...QUICK_START.env,
  PATH,
  HOME: process.env.HOME,
  npm_config_update_notifier: 'false',
}

const shell = (command: string) => run('bash', ['-c', command], { cwd: project, env, maxBuffer: 1e8 })

/** Starts a service with a command, gives what it prints, and ends it with what it has started. */
async function whileRunning(command: string, port: number, ready: string, use: (output: string) => Promise<void>) {
  const child = spawn('bash', ['-c', command], {
    cwd: project,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const closed = once(child, 'close')
  try {
    await until(() => output.includes(ready), `${command}: ${ready}`, child).catch((error) => {
      throw new Error(`${error.message}\n${output}`)
    })
    await use(output)
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
    await closed
    running.delete(child)
  }
}

test('the commands of the README', async (t) => {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 1e8,
  })
  const { stdout: gone } = await run('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT, maxBuffer: 1e8 })
  const deleted = new Set(gone.split('\0'))
  for (const path of stdout.split('\0').filter((path) => path && !deleted.has(path)))
    cpSync(join(ROOT, path), join(project, path))

  const tried = new Set<string>()
  const take = (part: string) => {
    const command = commandWith(part)
    tried.add(command)
    return command
  }
  take('npm test')

  const began = performance.now()
  await t.test('install', async () => void (await shell(take('--omit=dev'))))
  t.diagnostic(`${((performance.now() - began) / 1000).toFixed(0)} s to install`)
  assertAsInTable('checkout with systemd', {
    commands: firstCommands('operating.md', '## One boat').length,
    onDisk: megabytes(project),
  })

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = take('npm start').replace('/var/lib/binnacle', join(folder, 'data'))
  const recording = join(folder, 'recording.raw')
  // Engine 0 at 800 turns a minute (PGN 127488), as canboat's `analyzer -raw` writes it.
  writeFileSync(
    recording,
    [0, 1, 2].map((second) => `2026-05-14-09:30:0${second}.000,2,127488,1,255,8,00,80,0c,ff,ff,00,ff,ff`).join('\n'),
  )
  await t.test('start, connect a boat, replay', () =>
    whileRunning(`BASE_URL=${url} ${start}`, port, '"msg":"ready"', async () => {
      const cookies: string[] = []
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', origin: url, cookie: cookies.join('; ') }
        const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
        for (const cookie of answer.headers.getSetCookie()) cookies.push(cookie.split(';')[0]!)
        return (await answer.json()) as { key: string; vessel: { id: string } }
      }
      await post('/api/auth/sign-up/email', { name: 'Ada', email: 'ada@example.org', password: 'lighthouse keeper 7' })
      const { key } = await post('/app/access-keys', { name: 'README' })
      const { vessel } = await post('/app/vessels', { name: 'Aurora', vessel_type: 'sailboat' })
      const filled = (command: string, connectionKey = '') =>
        command
          .replace('https://boat.example.org', url)
          .replace('VESSEL', vessel.id)
          .replace('bnk_...', key)
          .replace('ct_...', connectionKey)
          .replace('recording.raw', recording)

      const connected = JSON.parse((await shell(filled(take('/connections')))).stdout)
      const accepted = JSON.parse((await shell(filled(take('/v1/telemetry'), connected.ingest_key))).stdout)
      assert.deepEqual(accepted, { accepted: 1, rejected: [], engine_hours_applied: true })
      const keyFile = join(folder, 'key')
      writeFileSync(keyFile, connected.ingest_key, { mode: 0o600 })
      const options = `--dry-run --key-file ${keyFile} --input 'type: nmea2000, file: "${recording}", speed: fast'`
      const installed = await shell(filled(take('/onboard/install.sh')).replace('sudo sh', `sh -s -- ${options}`))
      assert.match(installed.stdout, /engine_rpm.*This was a dry run/s)
      const doctor = `${take('npm run doctor')} || test $? = 1`
      const place = `DATA_DIR=${join(folder, 'data')} PORT=${port} BASE_URL=${url}`
      assert.match((await shell(`${place} ${doctor}`)).stdout, /^ok +Service: +version/m)
      const replayed = await shell(filled(take('npm run replay')).replace('cat key', `cat ${keyFile}`))
      assert.match(replayed.stdout, /engine_rpm/)
    }),
  )

  await t.test('demo', () =>
    whileRunning(take('npm run demo').replace('npm ci && ', ''), port, 'Ctrl+C stops it', async (output) => {
      assert.ok(output.includes(`:${port}`), output)
    }),
  )

  assert.deepEqual(
    COMMANDS.filter((command) => !tried.has(command)),
    [],
    'each command of the README is run here',
  )
})
