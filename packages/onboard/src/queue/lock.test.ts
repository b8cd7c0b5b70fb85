import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../scripts/until.ts'
import { lockFolder } from './lock.ts'

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('one at a time, and the next when it is free again', async (t) => {
  const folder = newFolder(t)
  const unlock = await lockFolder(folder)
  await assert.rejects(lockFolder(folder), new RegExp(`is in use by process ${process.pid}`))
  await unlock()
  await (await lockFolder(folder))()
  assert.deepEqual(readdirSync(folder), [])
})

test('another process has it until it is killed', async (t) => {
  const folder = newFolder(t)
  const code = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    await lockFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await assert.rejects(lockFolder(folder), new RegExp(`is in use by process ${child.pid}`))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await lockFolder(folder))()
})

test('a process that was killed and that its parent never asks after, as in a container, holds nobody up', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const folder = newFolder(t)
  const code = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    await lockFolder(${JSON.stringify(folder)}); console.log(process.pid); setInterval(() => {}, 1000)`
  // The shell becomes a program that waits for no child.
  const args = ['-c', '"$@" & exec sleep 600', 'sh', process.execPath, '--input-type=module', '-e', code]
  const parent = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => parent.kill('SIGKILL'))
  const pid = Number(String(await once(parent.stdout, 'data')))
  // Also when the test fails: what it has open would keep this process alive.
  t.after(() => process.kill(pid, 'SIGKILL'))
  await assert.rejects(lockFolder(folder), new RegExp(`is in use by process ${pid};`))
  process.kill(pid, 'SIGKILL')
  // A zombie, and the last of its threads.
  await until(() => /\) Z( \S+){16} 1 /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), 'the zombie')
  await (await lockFolder(folder))()
})

test('a lock of this number from another start, as in a container, or half written, holds nobody up', async (t) => {
  const folder = newFolder(t)
  for (const held of [`${process.pid} another-boot 1`, String(process.pid).slice(0, 1), '']) {
    writeFileSync(join(folder, 'lock'), held)
    await (await lockFolder(folder))()
  }
})

test('of many that find a stale lock at once, one gets it', async (t) => {
  const folder = newFolder(t)
  const code = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    process.stdin.once('data', () => lockFolder(${JSON.stringify(folder)}).then(() => console.log('mine'), () => console.log('taken')))`
  writeFileSync(join(folder, 'lock'), '999999999 gone 1')
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  t.after(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const said = children.map((child) => once(child.stdout, 'data'))
  for (const child of children) child.stdin.write('go')
  const answers = (await Promise.all(said)).map(([data]) => String(data).trim())
  assert.deepEqual(answers.sort(), ['mine', 'taken', 'taken'])
})
