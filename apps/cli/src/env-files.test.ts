import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { defaultEnvFile, readSettings } from './env-files.ts'

test('the file of the system stands for its data folder; .env of the folder comes before it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-env-'))
  const said = mock.method(console, 'error', () => {})
  t.after(() => {
    said.mock.restore()
    rmSync(folder, { recursive: true })
  })
  const systemFile = join(folder, 'binnacle.env')
  writeFileSync(systemFile, 'PORT=1\nHOST=system\n')
  const read = (env: NodeJS.ProcessEnv) => {
    defaultEnvFile(env, systemFile)
    return env
  }
  const there = { INIT_CWD: folder }
  assert.deepEqual(read({ ...there, PORT: '2' }), {
    ...there,
    PORT: '2',
    HOST: 'system',
    DATA_DIR: '/var/lib/binnacle',
  })
  // Also where --env-file names it.
  const named: NodeJS.ProcessEnv = {}
  readSettings(systemFile, named, systemFile)
  assert.equal(named.DATA_DIR, '/var/lib/binnacle')
  const own = { INIT_CWD: join(folder, 'own') }
  mkdirSync(own.INIT_CWD)
  writeFileSync(join(own.INIT_CWD, '.env'), 'HOST=own\n')
  assert.deepEqual(read({ ...own }), { ...own, HOST: 'own' })
  for (const where of [{ DATA_DIR: '/data' }, { DATABASE_URL: 'postgres://a/b' }])
    assert.deepEqual(read({ ...own, ...where }), { ...own, ...where })
  assert.deepEqual(
    said.mock.calls.map(({ arguments: [line] }) => line),
    [`Settings: ${systemFile}`, `Settings: ${join(own.INIT_CWD, '.env')}`],
  )
})

test('a file that cannot be read is named, with what to do', () => {
  for (const [path, message] of [
    ['/nowhere/binnacle.env', 'there is no such file; correct its name'],
    [tmpdir(), 'it is a folder; give a file with --env-file'],
  ] as const)
    assert.throws(() => readSettings(path, {}), {
      name: 'OperatorError',
      message: `The settings in ${path} cannot be read: ${message}.`,
    })
})

test('a file from Windows: a byte order mark and its ends of lines are no part of a setting', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-env-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'binnacle.env')
  writeFileSync(file, 'PORT=8123\n', 'utf16le')
  assert.throws(() => readSettings(file, {}), /binnacle\.env cannot be read: it is not in UTF-8; save it so\.$/)
  writeFileSync(file, '\ufeffPORT=8123\r\nBASE_URL="http://boat.example.org"\r\n')
  const env: NodeJS.ProcessEnv = {}
  readSettings(file, env)
  assert.deepEqual(env, { PORT: '8123', BASE_URL: 'http://boat.example.org' })
})

test('a line that is no setting is named by its number, since it may hold a secret', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-env-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'binnacle.env')
  for (const [line, number] of [
    ['SECRET_KEY: abc', 6],
    ['set PORT', 6],
    ['= 8081', 6],
  ] as const) {
    writeFileSync(file, `# comment\n\n  export PORT = 8081\nKEY="one\ntwo"\n${line}\n`)
    assert.throws(
      () => readSettings(file, {}),
      new RegExp(`binnacle\\.env cannot be read: line ${number} is neither `),
      line,
    )
  }
  writeFileSync(file, '# comment\n\n  export PORT = 8081\nKEY="one\ntwo: #"\nEMPTY=\nQUOTE="\n')
  const env: NodeJS.ProcessEnv = {}
  readSettings(file, env)
  assert.deepEqual(env, { PORT: '8081', KEY: 'one\ntwo: #', EMPTY: '', QUOTE: '"' })
})
