import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runJobs } from './jobs.ts'
import { type Job, type Result, whySkipped } from './processes/job.ts'
import { testCommand } from './test-plan.ts'
import { until } from './until.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-jobs-'))
after(() => rm(folder, { recursive: true }))

/** Files with these texts, as the runner has them. */
const jobsOf = (texts: string[], limitSeconds: number, shared: boolean, flags: string[] = []): Promise<Job[]> =>
  Promise.all(
    texts.map(async (text) => {
      const name = join(folder, `${Math.random()}.test.mjs`)
      await writeFile(
        name,
        `import { spawn } from 'node:child_process'\nimport { setPriority } from 'node:os'\nimport { after, describe, mock, test } from 'node:test'\n${text}`,
      )
      return { phase: 'a', name, ...testCommand(name, { shared, flags }), limitSeconds, hasTests: true }
    }),
  )

/** Runs them one after another; gives their results in this order. */
async function runAll(
  texts: string[],
  { limitSeconds = 120, shared = true, flags = [] as string[] } = {},
): Promise<Result[]> {
  const jobs = await jobsOf(texts, limitSeconds, shared, flags)
  const results = await runJobs(jobs, 1, () => {})
  return jobs.map((job) => results.findLast((result) => result.job === job)!)
}

const failures = async (texts: string[], options: { limitSeconds?: number; flags?: string[] } = {}) =>
  (await runAll(texts, options)).map(({ failure }) => failure)

const sleeper = (options: string) => `spawn('sleep', ['600'], { stdio: 'ignore', ${options} }).unref()`
const hidden = "spawn('sleep', ['600'], { stdio: 'ignore', detached: true, env: { PATH: process.env.PATH } })"
const PASSES = "test('one', () => {})"
/** Its event loop gets no turn, as in one that computes without end, of which there is one below; others keep the processor. */
const BLOCKS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
const FAILS = "test('one', () => { throw new Error('no') })"

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const shared of [false, true])
  describe(shared ? 'in a process that files share' : 'in a process of its own', () => {
    const run = async (text: string, limitSeconds = 120) => (await runAll([text], { limitSeconds, shared }))[0]!

    test('a file that passes, with what it skips', async () => {
      const one = await run(`${PASSES}\ntest('two', { skip: 'no program' }, () => {})`)
      assert.deepEqual([one.failure, one.tests, one.skipped], [null, 2, 1])
      const all = await run("describe('all', { skip: 'no program' }, () => {})")
      assert.equal(all.failure, null)
      for (const { output } of [one, all]) assert.deepEqual(whySkipped([{ output }]), [['no program', 1]])
    })

    test('a file that fails, one that cannot be loaded, and one without a test', async () => {
      const failed = await run(FAILS)
      assert.equal(failed.failure, shared ? 'a test failed' : 'ended with 1')
      assert.match(failed.output, /✖ one .*Error: no/s)
      const broken = await run(`${PASSES}\nthrow new Error('not loaded')`)
      assert.ok(broken.failure)
      assert.match(broken.output, /not loaded/)
      assert.equal((await run('')).failure, 'no test ran in it')
    })

    test('an error after the last test fails the file, and is written', async () => {
      const { failure, output } = await run(
        `${PASSES}\nafter(() => { setTimeout(() => { throw new Error('late') }, 50) })`,
      )
      assert.ok(failure)
      assert.match(output, /late/)
    })

    // At once, since each waits for a time limit of the runner.
    describe('what does not end', { concurrency: true }, () => {
      // Long enough for a process to get to its test on a busy machine.
      for (const [how, text] of [
        ['waits for ever', 'setInterval(() => {}, 1000); await new Promise(() => {})'],
        ['blocks its thread', BLOCKS],
      ])
        test(`a file that ${how} is ended, and says in which test`, async () => {
          const { failure } = await run(`test('quick', () => {})\ntest('stuck', async () => { ${text} })`, 30)
          assert.equal(failure, 'not done after 30 s, and ended; under way: stuck')
        })

      test('a file that is ended takes a child along that has a session and an environment of its own', async () => {
        const { output, failure } = await run(
          `test('stuck', async () => { const child = ${hidden}; console.log('child', child.pid); child.unref(); await new Promise((resolve) => setTimeout(resolve, 1e6)) })`,
          30,
        )
        assert.match(failure!, /^not done after 30 s/)
        const pid = Number(/child (\d+)/.exec(output)![1])
        await until(() => !isRunning(pid), 'the child to end')
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
  })

test('of a phase that has a limit no more run at once, while others do', async () => {
  const mark = (name: string) => JSON.stringify(join(folder, name))
  const [first, second, other] = await jobsOf(
    [
      `import { existsSync, writeFileSync } from 'node:fs'\ntest('waits for the other', async () => {
        while (!existsSync(${mark('other')})) await new Promise((soon) => setTimeout(soon, 20))
        writeFileSync(${mark('first')}, '')
      })`,
      `import { existsSync } from 'node:fs'\ntest('comes after the first', () => {
        if (!existsSync(${mark('first')})) throw new Error('the first is not done')
      })`,
      `import { writeFileSync } from 'node:fs'\ntest('runs beside it', () => writeFileSync(${mark('other')}, ''))`,
    ],
    120,
    false,
  )
  const jobs = [
    { ...first!, maxAtOnce: 1 },
    { ...second!, maxAtOnce: 1 },
    { ...other!, phase: 'b' },
  ]
  const results = await runJobs(jobs, 2, () => {})
  assert.deepEqual(
    results.map(({ failure, output }) => failure && output),
    [null, null, null],
  )
})

describe('files that share a process', { concurrency: true }, () => {
  test('run one after another in the same one, each with its hooks and output', async () => {
    const text = (n: number) =>
      `after(() => console.log('after ${n}'))\ntest('${n}', () => { console.log('process', process.pid) })`
    const results = await runAll([text(1), text(2)])
    const [first, second] = results.map(({ output }) => output)
    assert.equal(/process \d+/.exec(first!)?.[0], /process \d+/.exec(second!)?.[0])
    assert.match(first!, /after 1/)
    assert.doesNotMatch(first!, /after 2/)
    assert.match(second!, /after 2/)
    assert.doesNotMatch(second!, /after 1/)
    assert.deepEqual(
      results.map(({ tests }) => tests),
      [1, 1],
    )
  })

  test('do not share it with files of another environment', async () => {
    const [one, two] = await jobsOf(
      Array.from({ length: 2 }, () => "test('one', () => { console.log('is', process.env.WHICH) })"),
      120,
      true,
    )
    const results = await runJobs(
      [
        { ...one!, env: { WHICH: 'one' } },
        { ...two!, env: { WHICH: 'two' } },
      ],
      1,
      () => {},
    )
    assert.deepEqual(
      results.map(({ output }) => /is \w+/.exec(output)?.[0]),
      ['is one', 'is two'],
    )
  })

  for (const [how, text, failure] of [
    ['exits', 'process.exit(3)', /^its process ended with 3;/],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", /^its process ended with SIGKILL; under way: falls$/],
    // Only while nobody else needs the processor.
    ['computes without end', 'setPriority(19); for (;;);', /^not done after 20 s, and ended; under way: falls$/],
  ] as const)
    test(`one that ${how} fails alone`, async () => {
      const [first, second, third] = await failures([PASSES, `test('falls', () => { ${text} })`, PASSES], {
        limitSeconds: 20,
      })
      assert.deepEqual([first, third], [null, null])
      assert.match(second!, failure)
    })

  test('one that needs more memory than there is fails alone', async () => {
    const grows = "test('grows', () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length + 0.5)) })"
    const [first, second, third] = await failures([PASSES, grows, PASSES], { flags: ['--max-old-space-size=100'] })
    assert.deepEqual([first, third], [null, null])
    assert.match(second!, /^its process ended with .*; under way: grows$/)
  })

  test('one that fails has no part in the next', async () => {
    assert.deepEqual(await failures([FAILS, PASSES, FAILS]), ['a test failed', null, 'a test failed'])
  })

  for (const [what, text, failure] of [
    ['a variable', "process.env.LEFT = '1'", 'it changed process.env.LEFT and did not put it back'],
    ['the folder', "process.chdir('/')", 'it changed the working directory'],
    ['a mocked clock', "mock.timers.enable({ apis: ['Date'] })", 'it replaced globalThis.Date and did not put it back'],
    ['a mocked method', "mock.method(Math, 'random')", 'it replaced Math.random and did not put it back'],
    ['a global', 'globalThis.left = 1', 'it replaced globalThis.left and did not put it back'],
    ['a listener', "process.on('SIGUSR2', () => {})", "it left a listener for 'SIGUSR2' on process"],
    ['a timer', 'setInterval(() => {}, 1000)', 'it left open: Timeout'],
    [
      'a server',
      "const { createServer } = await import('node:net'); await new Promise((ok) => createServer().listen(0, '127.0.0.1', ok))",
      'it left open: TCPServerWrap',
    ],
  ])
    test(`one that leaves ${what} fails, and the next gets a process without`, async () => {
      const [left, next] = await failures([
        `test('one', async () => { ${text} })`,
        `test('none', () => { if (process.env.LEFT || globalThis.left) throw new Error('it is there') })`,
      ])
      assert.equal(
        left?.replace(/; it left a listener for 'SIG\w+' on process|; it left open: SignalWrap/, ''),
        failure,
      )
      assert.equal(next, null)
    })
})
