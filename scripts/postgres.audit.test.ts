import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { lacks } from './programs.ts'

test('a server ends with its process, also where that deletes the folder around it', {
  skip: lacks('initdb'),
}, async () => {
  const start = `
    import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    const parent = mkdtempSync(join(tmpdir(), 'binnacle-around-'))
    chmodSync(parent, 0o711)
    process.once('exit', () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }))
    const { startTemporaryPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
    await startTemporaryPostgres({ parent, fsync: false })
    const [file] = globSync(join(parent, '*/data/postmaster.pid'))
    console.log(readFileSync(file, 'utf8').split('\\n')[0])
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', start])
  const pid = Number(stdout)
  assert.ok(pid > 1, stdout)
  // One that has ended has no command, until init has taken note of it.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  assert.equal(command, '')
})
