import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { lacks } from '../../../scripts/programs.ts'
import { QUICK_START } from '../../../scripts/quick-start.ts'
import { until } from '../../../scripts/until.ts'

const BINNACLE = join(import.meta.dirname, '../binnacle.js')
const CTRL_C = '\x03'

test('on a terminal, a start shows version, a log for people and where to open it, and Ctrl+C ends it', {
  skip: lacks('script'),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-terminal-'))
  const port = await freePort()
  // `script` gives the command a terminal of its own, to which it passes on what it is given.
  const script = spawn('script', ['-qec', `exec "${process.execPath}" "${BINNACLE}"`, '/dev/null'], {
    env: {
      PATH: process.env.PATH,
      ...QUICK_START.env,
      PORT: String(port),
      BASE_URL: `http://boat.local:${port}`,
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(script, 'close')
  t.after(async () => {
    script.kill()
    await closed
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  let screen = ''
  script.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  await until(() => screen.includes('On a phone: ') && screen.includes('setupToken'), 'the welcome', script)
  assert.match(screen, /^Binnacle \d+\.\d+\.\d+\r\n/)
  assert.match(screen, /INFO.*ready/)
  assert.doesNotMatch(screen, /\{"level"/)
  assert.match(screen, new RegExp(`Open http://boat\\.local:${port}\\r\\n`))
  assert.match(screen, /[█▀▄]{10}/, 'the QR code')
  script.stdin.write(CTRL_C)
  await closed
  assert.equal(script.exitCode, 0)
  assert.match(screen, /stopping/)
})

test('closing the terminal ends it', { skip: lacks('script') }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-terminal-'))
  const port = await freePort()
  const script = spawn('script', ['-qec', `exec "${process.execPath}" "${BINNACLE}"`, '/dev/null'], {
    env: { PATH: process.env.PATH, ...QUICK_START.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(script, 'close')
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      () => true,
      () => false,
    )
  await until(answers, 'the service answers', script)
  // The terminal goes with the program that has it.
  script.kill('SIGKILL')
  await closed
  await until(async () => !(await answers()), 'nothing answers any more')
})
