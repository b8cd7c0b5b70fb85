import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { makeKey } from '../http/values/key.ts'
import { redact } from './log.ts'

const { key } = makeKey('bnk_')
const { key: deviceKey } = makeKey('ct_')
const token = 'V5xXz1vQkq3n0pJmYb7sRt2uWc4eHd6f'
const cookie = `binnacle.session_token=${token}.c2ln%2BbmF0dXJl%3D`
const SECRETS = [key, deviceKey, token, 'c2ln%2BbmF0dXJl', 'c2lnbmF0dXJl', 'hunter2-hunter2', 'b3BhcXVl']

/** What somebody may log one day without thinking of it. */
const LINES: object[] = [
  { headers: { authorization: `Bearer ${key}`, cookie: `theme=dark; ${cookie}; __Secure-${cookie}` } },
  {
    headers: { authorization: 'Basic b3BhcXVl' },
    rawHeaders: ['Authorization', `Bearer ${deviceKey}`, 'Cookie', cookie],
  },
  { url: `/frames/x?exp=1&kid=1&sig=c2lnbmF0dXJl`, referer: `/x?token=${token}&key=${key}` },
  { note: `the onboard device sent ${deviceKey}, and authorization: Bearer b3BhcXVl` },
  { text: JSON.stringify({ headers: { authorization: `Bearer b3BhcXVl`, cookie } }) },
  { body: { email: 'a@example.org', password: 'hunter2-hunter2' }, row: { token, id: 1 } },
  { body: JSON.stringify({ password: 'hunter2-hunter2', token }) },
  { 'set-cookie': `${cookie}; Max-Age=604800; Path=/; HttpOnly` },
]

const exec = promisify(execFile)

/** What a process prints whose log is `makeLog`, an expression, when it logs the lines. */
async function printed(makeLog: string): Promise<string> {
  const script = `
    import { pino } from 'pino'
    import { makeLog, terminalStream } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = ${makeLog}
    for (const line of ${JSON.stringify(LINES)}) log.trace(line, 'a line')
    log.error(new Error('failed for ${key}', { cause: new Error('of ${cookie}') }))`
  const args = ['--input-type=module-typescript', '-e', script]
  return (await exec(process.execPath, args, { cwd: import.meta.dirname })).stdout
}

test('whatever is logged, keys, cookies, signatures and passwords are blanked, and the rest stays', async () => {
  const text = await printed("makeLog('trace')")
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(lines.length, LINES.length + 1)
  for (const secret of SECRETS) assert.equal(text.includes(secret), false, `${secret} in\n${text}`)
  assert.match(lines[0].headers.cookie, /^theme=dark; binnacle/)
  assert.equal(lines[5].body.email, 'a@example.org')
  assert.equal(lines[5].row.id, 1)
})

test('a terminal shows the same lines for people, as blanked', async () => {
  const text = await printed("makeLog('trace', await terminalStream())")
  assert.throws(() => JSON.parse(text.split('\n')[0]!))
  assert.equal(text.match(/TRACE: a line$/gm)?.length, LINES.length)
  assert.match(text, /ERROR: failed for bnk_\[redacted\]/)
  assert.match(text, /a@example\.org/)
  for (const secret of SECRETS) assert.equal(text.includes(secret), false, `${secret} in\n${text}`)
})

test('control: without the blanking every one of them is found', async () => {
  const text = await printed("pino({ level: 'trace' })")
  for (const secret of SECRETS) assert.equal(text.includes(secret), true, secret)
})

test('property: a key is blanked wherever it stands, and a line without secrets is left as it is', () => {
  const around = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(around, around, fc.constantFrom('bnk_', 'ct_'), (before, after, prefix) => {
      const made = makeKey(prefix).key
      assert.equal(redact(JSON.stringify({ text: before + made + after })).includes(made), false)
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = JSON.stringify({ text: text.replace(/[=&?"\\]/g, '') })
      assert.equal(redact(line), line)
    }),
  )
})
