import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const MODULE = pathToFileURL(join(import.meta.dirname, 'end-process.ts')).href
const folder = mkdtempSync(join(tmpdir(), 'binnacle-end-'))
// Whoever opens it to read waits until somebody writes, as for a network disk whose server is off.
const pipe = join(folder, 'pipe')
execFileSync('mkfifo', [pipe])
test.after(() => rmSync(folder, { recursive: true }))

/** How a program ends that ends itself after this. */
async function endOf(before: string): Promise<[code: number | null, signal: string | null]> {
  const code = `
    import { open } from 'node:fs/promises'
    import { endProcess } from '${MODULE}'
    process.on('SIGTERM', () => {})
    ${before}
    await endProcess(3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const [exit, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  return [exit, signal]
}

test('a process ends while a disk does not answer; else with its code', async () => {
  assert.deepEqual(await endOf(`open('${pipe}')`), [null, 'SIGTERM'])
  assert.deepEqual(await endOf(`open('${MODULE.slice('file://'.length)}')`), [3, null])
})
