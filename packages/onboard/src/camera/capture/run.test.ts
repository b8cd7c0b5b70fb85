import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { until } from '../../../../../scripts/until.ts'
import { isRunning, temporaryFolder } from '../testing/programs.ts'
import { isMissing, run } from './run.ts'

const patient = { timeoutMs: 600_000, graceMs: 100, maxBytes: 1000 }
const sh = (script: string, options: Parameters<typeof run>[2]) => run('sh', ['-c', script], options)

/** Runs a script that writes so many pids, one after the other, into the file that it gets as $PIDS. */
async function withPids(t: TestContext, count: number, script: string) {
  const file = join(await temporaryFolder(t), 'pids')
  const ran = await sh(`PIDS=${file}; ${script}`, patient)
  const pids = (await readFile(file, 'utf8')).trim().split('\n').map(Number)
  assert.equal(pids.length, count)
  return { ran, pids }
}

/** As withPids, and its time is over as soon as it has written them, however long that takes; so is its grace time, if asked. */
async function outOfTime(t: TestContext, count: number, script: string, alsoGrace = false) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const file = join(await temporaryFolder(t), 'pids')
  let ended = false
  const running = sh(`PIDS=${file}; ${script}`, patient).finally(() => {
    ended = true
  })
  const written = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').length > count
  while (!(await written())) {
    assert.equal(ended, false, 'the script ended before it had written its pids')
    await nextTurn()
  }
  t.mock.timers.tick(patient.timeoutMs)
  if (alsoGrace) t.mock.timers.tick(patient.graceMs)
  const ran = await running
  t.mock.timers.reset()
  return { ran, pids: (await readFile(file, 'utf8')).trim().split('\n').map(Number) }
}

test('gives what a program writes, and feeds it', async () => {
  const ran = await sh('cat; echo sorry >&2; exit 3', { ...patient, input: Buffer.from('picture') })
  assert.deepEqual(
    { ...ran, stdout: ran.stdout.toString() },
    { code: 3, stdout: 'picture', stderr: 'sorry\n', cut: null },
  )
})

test('a program that reads none of its input does not fail us', async () => {
  assert.equal((await sh('exit 0', { ...patient, input: Buffer.alloc(1 << 20) })).code, 0)
})

test('a program that hangs ends in time, with its children', async (t) => {
  const { ran, pids } = await outOfTime(t, 2, 'sleep 60 & echo $! >$PIDS; echo $$ >>$PIDS; wait')
  assert.deepEqual([ran.code, ran.cut], [null, 'time'])
  for (const pid of pids) await until(async () => !(await isRunning(pid)), `the end of ${pid}`)
})

test('one that ignores SIGTERM is killed', async (t) => {
  const { ran, pids } = await outOfTime(t, 1, 'trap "" TERM; echo $$ >$PIDS; while :; do sleep 0.05; done', true)
  assert.equal(ran.cut, 'time')
  for (const pid of pids) await until(async () => !(await isRunning(pid)), `the end of ${pid}`)
})

test('what a program leaves running is killed when it ends', async (t) => {
  const { ran, pids } = await withPids(t, 1, 'sleep 60 & echo $! >$PIDS; exit 0')
  assert.deepEqual([ran.code, ran.cut], [0, null])
  for (const pid of pids) await until(async () => !(await isRunning(pid)), `the end of ${pid}`)
})

test('somebody who left the group and holds the output keeps nobody waiting', async (t) => {
  const leave = `setsid sh -c 'echo $$ >'$PIDS'; exec sleep 60' & until [ -s $PIDS ]; do sleep 0.02; done; exit 0`
  const { ran, pids } = await withPids(t, 1, leave)
  assert.equal(ran.code, 0)
  for (const pid of pids) {
    assert.ok(await isRunning(pid), 'the stranger was there, or the test proves nothing')
    process.kill(pid, 'SIGKILL')
  }
})

test('one that writes too much is ended', async () => {
  const ran = await sh('while :; do echo 0123456789; done', patient)
  assert.equal(ran.cut, 'size')
  assert.ok(ran.stdout.length <= 1000)
})

test('one is ended when its work is no longer wanted, also from the start', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 50)
  assert.equal((await sh('sleep 60', { ...patient, signal: stop.signal })).cut, 'stopped')
  assert.equal((await sh('sleep 60', { ...patient, signal: AbortSignal.abort() })).cut, 'stopped')
})

test('only the end of a long complaint is kept', async () => {
  const { stderr } = await sh('i=0; while [ $i -lt 2000 ]; do echo line $i >&2; i=$((i+1)); done', patient)
  assert.equal(stderr.length, 4096)
  assert.ok(stderr.endsWith('line 1999\n'))
})

test('a program that is not there rejects', async () => {
  await assert.rejects(run('no-such-program', [], patient), isMissing)
})
