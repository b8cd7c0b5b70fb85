import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { skipUnless } from '../../../scripts/programs.ts'
import { QUICK_START } from '../../../scripts/quick-start.ts'

const BINNACLE = join(import.meta.dirname, '../binnacle.js')
const { scripts, version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))

function binnacle(args: string[], env: Record<string, string> = {}, node = process.execPath) {
  const { status, stdout, stderr } = spawnSync(node, [BINNACLE, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...QUICK_START.env, ...env },
  })
  return { status, stdout, stderr }
}

test('--help lists every command, and each of them explains itself', () => {
  const { status, stdout } = binnacle(['--help'])
  assert.equal(status, 0)
  const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name]) => name!)
  const listed = commands.filter((name) => name !== 'binnacle')
  const accounts = ['reset-password', 'rotate-secret']
  assert.deepEqual(listed, ['start', 'demo', 'backup', 'restore', 'move', ...accounts, 'tls', 'doctor', 'replay'])
  for (const name of listed) {
    const help = binnacle([name, '--help'])
    assert.deepEqual({ status: help.status, stderr: help.stderr }, { status: 0, stderr: '' }, name)
    assert.match(help.stdout, /^Usage: /, name)
    assert.match(help.stdout, new RegExp(`^Examples?:\\n(  .+\\n)*  .*${name}`, 'm'), name)
    assert.match(scripts[name], new RegExp(`node -- apps/cli/binnacle\\.js ${name}$`), 'npm run starts the same')
  }
})

test('--version', () => {
  assert.deepEqual(binnacle(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
})

test('commands end without a word when their reader has gone, as in `doctor | head`', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const recording = join(folder, 'boat.raw')
  writeFileSync(recording, '2026-05-14-09:30:00.000,2,127488,1,255,8,00,80,0c,ff,ff,00,ff,ff\n')
  for (const args of [
    ['--help'],
    ['--version'],
    ['backup', '--help'],
    ['replay', recording, '--dry-run'],
    ['doctor'],
  ]) {
    const child = spawn(process.execPath, [BINNACLE, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, ...QUICK_START.env, DATA_DIR: folder },
    })
    child.stdout.destroy()
    const [err] = await Promise.all([child.stderr.toArray(), once(child, 'close')])
    assert.doesNotMatch(err.join(''), /EPIPE/, args.join(' '))
  }
})

test('wrong use gets status 2 and says what is right', () => {
  for (const [args, message] of [
    [['strat'], /^There is no command strat\. Commands: start, demo, /],
    [['toString'], /^There is no command toString\./],
    [['start', '--port', '8081'], /^start takes no --port: settings are environment variables/],
    [['start', '--env-file'], /^--env-file needs a file\./],
    [['backup'], /^Give one file\.\n\nUsage: /],
  ] as const) {
    const { status, stderr } = binnacle([...args])
    assert.equal(status, 2, args.join(' '))
    assert.match(stderr, message)
  }
})

test('--env-file stands anywhere, and the environment comes before it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'binnacle.env')
  writeFileSync(file, 'PORT=http\nDATA_DIR=data\n')
  for (const args of [
    ['--env-file', file],
    [`--env-file=${file}`, 'start'],
    ['backup', '--env-file', file, join(folder, 'x.tar')],
  ])
    assert.match(binnacle(args).stderr, /PORT/, args.join(' '))
  const port = { PORT: '65536' }
  assert.match(binnacle(['--env-file', file], port).stderr, /PORT.*65536/)
})

test('a settings file that is not there: one sentence, however the program is started', () => {
  const file = '/nowhere/binnacle.env'
  const env = { ...process.env, ...QUICK_START.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const said = {
    status: 1,
    stderr: `The settings in ${file} cannot be read: there is no such file; correct its name.\n`,
  }
  for (const command of [[BINNACLE, 'start'], [BINNACLE, 'doctor'], [BINNACLE], ['npm', '--silent', 'start', '--']]) {
    const [program, ...args] = command
    const cwd = join(import.meta.dirname, '../../..')
    const { status, stderr } = spawnSync(program!, [...args, '--env-file', file], { encoding: 'utf8', cwd, env })
    assert.deepEqual({ status, stderr }, said, command.join(' '))
  }
})

test('without --env-file: .env of the folder, and not where the environment says where the data is', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-cli-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.env'), 'PORT=http\n')
  const from = { INIT_CWD: folder }
  const { stderr } = binnacle(['start'], from)
  assert.ok(stderr.startsWith(`Settings: ${join(folder, '.env')}\n`), stderr)
  assert.match(stderr, /PORT must be/)
  for (const name of ['DATA_DIR', 'DATABASE_URL']) {
    const { stderr } = binnacle(['start'], { ...from, [name]: 'x', BASE_URL: 'x' })
    assert.match(stderr, /BASE_URL must be/)
    assert.doesNotMatch(stderr, /Settings: |PORT must be/, name)
  }
  // It would write into the data of an installation.
  assert.doesNotMatch(binnacle(['demo'], { ...from, BASE_URL: 'x' }).stderr, /PORT must be/)
})

const OLD_NODE = '/usr/bin/node'
const old = existsSync(OLD_NODE) ? spawnSync(OLD_NODE, ['--version'], { encoding: 'utf8' }).stdout.trim() : 'nothing'

test('an old Node gets one sentence', {
  skip: skipUnless(old.startsWith('v20.'), `${OLD_NODE} is ${old}, not Node 20`),
}, () => {
  const { status, stdout, stderr } = binnacle(['start'], {}, OLD_NODE)
  assert.deepEqual({ status, stdout }, { status: 1, stdout: '' })
  assert.equal(
    stderr,
    `Binnacle needs Node 26 or later, and this is Node ${old.slice(1)}: install it, or run: npx -y -p node-linux-${process.arch}@26 node ${BINNACLE} start\n`,
  )
  // The command can be pasted, whatever the words are.
  const words = ['backup', "/mnt/Ada's boat/$(1).tar"]
  const [, pasted] = /or run: npx -y -p \S+ (node .*)/.exec(binnacle(words, {}, OLD_NODE).stderr)!
  const { stdout: said } = spawnSync('sh', ['-c', pasted!.replace('node ', 'printf "%s\\n" ')], { encoding: 'utf8' })
  assert.deepEqual(said.trim().split('\n'), [BINNACLE, ...words])
})
