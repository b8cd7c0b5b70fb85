import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Result, runJobs } from './jobs.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-jobs-'))
after(() => rm(folder, { recursive: true }))

/** Runs a file with this text as the runner does. */
async function run(text: string, limitSeconds = 120): Promise<Result> {
  const file = join(folder, `${Math.random()}.test.mjs`)
  await writeFile(
    file,
    `import { spawn } from 'node:child_process'\nimport { describe, test } from 'node:test'\n${text}`,
  )
  const command = [process.execPath, '--import', join(import.meta.dirname, 'test-progress.ts'), file]
  const [result] = await runJobs([{ phase: 'a', name: file, command, limitSeconds, hasTests: true }], 1, () => {})
  return result!
}

const sleeper = (options: string) => `spawn('sleep', ['600'], { stdio: 'ignore', ${options} }).unref()`

test('a file that passes, with what it skips', async () => {
  const { failure, tests, skipped } = await run("test('one', () => {})\ntest('two', { skip: true }, () => {})")
  assert.deepEqual([failure, tests, skipped], [null, 2, 1])
  assert.equal((await run("describe('all', { skip: 'no program' }, () => {})")).failure, null)
})

test('a file that fails, and one without a test', async () => {
  assert.equal((await run("test('one', () => { throw new Error('no') })")).failure, 'ended with 1')
  assert.equal((await run('')).failure, 'no test ran in it')
})

// At once, since each waits for a time limit of the runner.
describe('what does not end', { concurrency: true }, () => {
  // Long enough for a process to get to its test on a busy machine.
  for (const [how, text] of [
    ['waits for ever', 'setInterval(() => {}, 1000); await new Promise(() => {})'],
    ['computes without end', 'for (;;);'],
  ])
    test(`a file that ${how} is ended, and says in which test`, async () => {
      const { failure } = await run(`test('quick', () => {})\ntest('stuck', async () => { ${text} })`, 30)
      assert.equal(failure, 'not done after 30 s, and ended; under way: stuck')
    })

  for (const [which, options] of [
    ['a child', ''],
    ['a child with an environment of its own', 'env: { PATH: process.env.PATH }'],
    ['a child in a session of its own', 'detached: true'],
  ])
    test(`${which} that outlives its file is ended, and fails the file`, async () => {
      const { failure } = await run(`test('one', () => { ${sleeper(options!)} })`)
      assert.match(failure!, /^left running: \d+ sleep 600$/)
    })
})
