import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DataDirInUse } from './data-dir-in-use.ts'
import { lockDataDir } from './data-dir-lock.ts'

const root = mkdtempSync(join(tmpdir(), 'binnacle-lock-'))
after(() => rmSync(root, { recursive: true }))
const folder = () => mkdtempSync(join(root, 'data-'))

/** A process that tries for the lock at the given instant, says what came of it, and keeps what it got until it is killed. */
function contender(dataDir: string, at = 0): { child: ChildProcess; outcome: Promise<string> } {
  const program = `
    import { lockDataDir } from ${JSON.stringify(import.meta.resolve('./data-dir-lock.ts'))}
    while (Date.now() < ${at});
    try { lockDataDir(${JSON.stringify(dataDir)}); console.log('got it'); setInterval(() => {}, 1000) }
    catch (error) { console.log(error.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(() => assert.fail('it ended and said nothing'))
  const outcome = Promise.race([once(child.stdout!, 'data'), ended]).then(([data]) => String(data))
  ended.catch(() => {})
  return { child, outcome }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a second open in the same process is refused, and allowed after the first is given back', () => {
  const dataDir = folder()
  const unlock = lockDataDir(dataDir)
  assert.throws(() => lockDataDir(dataDir), DataDirInUse)
  unlock()
  lockDataDir(dataDir)()
  assert.deepEqual(readdirSync(dataDir), ['lock'])
})

test('another process is refused with the folder and the process that has it; a SIGKILL frees it at once', async () => {
  const dataDir = folder()
  const { child, outcome } = contender(dataDir)
  assert.equal(await outcome, 'got it\n')
  assert.throws(
    () => lockDataDir(dataDir),
    (error: Error) =>
      error instanceof DataDirInUse && error.message.includes(`${dataDir} is in use by process ${child.pid}.`),
  )
  await kill(child)
  assert.deepEqual(readdirSync(dataDir).sort(), ['lock', 'lock.pid'])
  lockDataDir(dataDir)()
})

test('of processes that start at one instant over the lock of a killed one, exactly one gets it', async () => {
  for (let round = 0; round < 3; round++) {
    const dataDir = folder()
    const killed = contender(dataDir)
    await killed.outcome
    await kill(killed.child)
    const at = Date.now() + 500
    const contenders = Array.from({ length: 6 }, () => contender(dataDir, at))
    const outcomes = await Promise.all(contenders.map(({ outcome }) => outcome))
    await Promise.all(contenders.map(({ child }) => kill(child)))
    assert.equal(outcomes.filter((outcome) => outcome === 'got it\n').length, 1, outcomes.join(''))
  }
})

test('a long path is no hindrance', () => {
  const dataDir = folder()
  const long = join(mkdtempSync(join(dataDir, `${'a'.repeat(200)}-`)))
  lockDataDir(long)()
})
