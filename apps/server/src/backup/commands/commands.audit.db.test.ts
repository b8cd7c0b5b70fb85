import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { until } from '../../../../../scripts/until.ts'
import { connectDatabase } from '../../db/database.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { startTestProcess } from '../../testing/process.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-backup-'))
after(() => rm(root, { recursive: true }))
const { service, boats, env } = await startTestProcess({ TELEMETRY_GAP_MS: '0', RATE_LIMIT_PER_MINUTE: '1000000' })
const device = boats[0]!

interface Run {
  code: number
  out: string
  errors: string
}

function run(
  command: 'backup' | 'restore',
  args: string[],
  settings: Record<string, string> = env,
  limits = '',
): Promise<Run> {
  const file = programFile(`apps/server/src/backup/commands/${command}-command.ts`)
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', `${limits}\nexec "$0" "$@"`, process.execPath, ...QUICK_START.flags, file, ...args],
      { env: { PATH: process.env.PATH, ...QUICK_START.env, ...settings } as NodeJS.ProcessEnv },
      (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
  })
}

/** Settings of an installation that is not there yet. */
async function emptyInstallation(name: string): Promise<Record<string, string>> {
  const DATA_DIR = join(root, name)
  if (!testServerUrl) return { DATA_DIR }
  const { url, drop } = await emptyDatabase()
  after(drop)
  return { DATA_DIR, DATABASE_URL: url }
}

let sent = 0
async function post(): Promise<string> {
  const id = `n${sent++}`
  const answer = await fetch(`${service.url}/v1/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.deviceKey}`, 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({ readings: [{ metric: 'depth', value: sent, instance: id }] }),
  })
  assert.equal(answer.status, 202, await answer.text())
  return id
}

async function storedIn(settings: Record<string, string>): Promise<Set<string>> {
  const database = await connectDatabase({ dataDir: settings.DATA_DIR!, databaseUrl: settings.DATABASE_URL ?? null })
  try {
    const { rows } = await sql<{ instance: string }>`select instance from reading`.execute(database.db)
    return new Set(rows.map(({ instance }) => instance))
  } finally {
    await database.close()
  }
}

const backup = join(root, 'under-load.tar')

test('a backup that is made while onboard devices send holds all that was acknowledged before it, and nobody is refused meanwhile', async () => {
  const before = [await post(), await post(), await post()]
  const meanwhile: string[] = []
  let done = false
  const sending = (async () => {
    while (!done) meanwhile.push(await post())
  })()
  const made = await run('backup', [backup])
  done = true
  await sending
  assert.deepEqual([made.code, existsSync(`${backup}.part`)], [0, false], made.errors)
  assert.match(
    made.out,
    /is written and verified: [\d,]+ rows, 0 images, [\d.]+ MB, in [\d.]+ s\.\nIt is not encrypted\.\n$/,
  )
  assert.ok(meanwhile.length > 0)

  const checked = await run('backup', ['--check', backup])
  assert.equal(checked.code, 0)
  assert.match(checked.out, /is whole and right/)

  const settings = await emptyInstallation('restored')
  const restored = await run('restore', [backup], settings)
  assert.equal(restored.code, 0, restored.errors)
  const stored = await storedIn(settings)
  assert.deepEqual(
    before.filter((id) => !stored.has(id)),
    [],
  )
  // It is one moment: what it has of what came meanwhile is the first part of it.
  const had = meanwhile.filter((id) => stored.has(id))
  assert.deepEqual(had, meanwhile.slice(0, had.length))

  const again = await run('restore', [backup], settings)
  assert.equal(again.code, 1)
  assert.match(again.errors, /There is a database .* already, and it is left as it is/)
})

test('a backup leaves nothing behind in DATA_DIR', async () => {
  await post()
  // The service takes its copy away when it sees that the command has gone.
  await until(() => !existsSync(join(env.DATA_DIR!, 'backup-copy')), 'the end of the copy')
  const names = await readdir(env.DATA_DIR!)
  assert.ok(!names.some((name) => name.startsWith('backup-') || name.endsWith('.part')), names.join())
})

test('a disk that is full while a backup is written: it says so, and leaves no file', async () => {
  const file = join(root, 'full.tar')
  // No file may have more than 1 KB.
  const { code } = await run('backup', [file], env, 'ulimit -f 2')
  assert.notEqual(code, 0)
  assert.deepEqual([existsSync(file), existsSync(`${file}.part`)], [false, false])
  assert.equal(await post(), `n${sent - 1}`)
})

test('an archive that is damaged is neither found right nor restored; --salvage restores the rest and says what is lost', async () => {
  const bytes = await readFile(backup)
  const damaged = join(root, 'damaged.tar')
  // The name stands before the member's own header.
  const header = Math.ceil(bytes.indexOf('rows/telemetry_batch/000000.zst') / 512) * 512
  bytes[header + 512]! ^= 1
  await writeFile(damaged, bytes)
  const settings = await emptyInstallation('never')
  for (const { code, errors } of [
    await run('backup', ['--check', damaged]),
    await run('restore', [damaged], settings),
  ]) {
    assert.equal(code, 1)
    assert.match(errors, /The archive is damaged or not whole/)
  }
  assert.equal(existsSync(join(settings.DATA_DIR!, 'db')), false)
  const salvaged = await run('restore', [damaged, '--salvage'], settings)
  assert.equal(salvaged.code, 0, salvaged.errors)
  assert.match(
    salvaged.out,
    /as far as it is whole: .*\nWhat is lost or was left out:\n- rows\/telemetry_batch\/000000\.zst is damaged\.\n- telemetry_batch: \d+ of \d+ rows are lost\.\n$/,
  )
  const { code, errors } = await run('restore', [join(root, 'not-there.tar')], settings)
  assert.equal(code, 1)
  assert.match(errors, /^\S*not-there\.tar does not exist\n$/)
  await writeFile(damaged, 'no backup')
  const nothing = await run('restore', [damaged, '--salvage'], { ...settings, DATA_DIR: join(root, 'nothing') })
  assert.match(
    nothing.errors,
    /^The archive is damaged or not whole: .*\. Nothing of it can be restored; use another\.\n$/,
  )
})

test('a backup into a folder that is not there, or of a DATA_DIR that is not, says so and makes neither', async () => {
  const into = await run('backup', [join(root, 'no-folder', 'x.tar')])
  assert.equal(into.code, 1)
  assert.match(
    into.errors,
    /^The backup cannot be written: there is no folder \S*no-folder\. Create it, or name another file\n$/,
  )
  const mistyped = join(root, 'mistyped')
  const { code } = await run('backup', [join(root, 'of-nothing.tar')], { DATA_DIR: mistyped })
  assert.equal(code, 1)
  assert.equal(existsSync(mistyped), false)
})

test('an encrypted backup is checked and restored with its private key only, and nothing is half restored without it', async () => {
  const identity = join(root, 'key.txt')
  const key = await generateX25519Identity()
  await writeFile(identity, `# a key of age\n${key}\n`)
  const file = join(root, 'encrypted.tar.age')
  const made = await run('backup', [file, '--recipient', await identityToRecipient(key)])
  assert.equal(made.code, 0, made.errors)
  assert.match(made.out, /is written and verified: .*\nIt is encrypted\.\n/)
  assert.match((await readFile(file)).toString('latin1', 0, 22), /^age-encryption\.org\/v1\n/)

  const settings = await emptyInstallation('decrypted')
  const without = [await run('backup', ['--check', file]), await run('restore', [file], settings)]
  for (const { code, errors } of without) {
    assert.equal(code, 1)
    assert.match(errors, /^The archive is encrypted for a key of age\. Give the file .*: --identity FILE\.\n$/)
  }
  assert.equal(existsSync(settings.DATA_DIR!), false)

  const checked = await run('backup', ['--check', file, '--identity', identity])
  assert.match(checked.out, /is whole and right/, checked.errors)
  const restored = await run('restore', [file, '--identity', identity], settings)
  assert.equal(restored.code, 0, restored.errors)
  assert.deepEqual(await storedIn(settings), new Set(Array.from({ length: sent }, (_, n) => `n${n}`)))
})

test('a passphrase comes from a file that the settings or the option name, and is shown nowhere', async () => {
  const passphrase = 'a boat that lies quietly'
  const [right, wrong] = [join(root, 'right'), join(root, 'wrong')]
  await writeFile(right, `${passphrase}\n`)
  await writeFile(wrong, 'another boat, as quiet\n')
  const file = join(root, 'passphrase.tar.age')
  const made = await run('backup', [file], { ...env, BACKUP_PASSPHRASE_FILE: right })
  assert.match(made.out, /It is encrypted\./, made.errors)
  const settings = await emptyInstallation('passphrase')
  const refused = await run('restore', [file, '--passphrase-file', wrong], settings)
  assert.deepEqual([refused.code, existsSync(settings.DATA_DIR!)], [1, false])
  assert.match(refused.errors, /^The archive cannot be decrypted with this passphrase\. Give the one that was set/)
  const restored = await run('restore', [file], { ...settings, BACKUP_PASSPHRASE_FILE: right })
  assert.equal(restored.code, 0, restored.errors)
  for (const { out, errors } of [made, refused, restored]) assert.doesNotMatch(out + errors, /quiet/)
  const absent = await run('backup', [join(root, 'never.tar'), '--passphrase-file', join(root, 'absent')])
  assert.match(absent.errors, /^The file with the passphrase cannot be read: ENOENT/)
  assert.equal(existsSync(join(root, 'never.tar')), false)
})

test('wrong use is answered with the usage', async () => {
  const swallowed = (name: string) => ({ ...env, [`npm_config_${name}`]: 'true' })
  const runs = [
    run('backup', []),
    run('backup', ['a', 'b']),
    run('backup', ['--no']),
    run('backup', ['a'], swallowed('check')),
    run('backup', ['age1x', 'a'], swallowed('recipient')),
    run('backup', ['a'], swallowed('passphrase_file')),
    run('backup', ['a', '--identity', 'b']),
    run('backup', ['--check', 'a', '--recipient', 'b']),
    run('restore', ['a'], swallowed('identity')),
    run('restore', []),
  ]
  for (const { code, out, errors } of await Promise.all(runs)) {
    assert.deepEqual([code, out], [2, ''])
    assert.match(errors, /\n\nUsage: npm run/)
  }
})
