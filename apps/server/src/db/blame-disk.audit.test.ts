import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { launchService } from '../testing/process.ts'
import { blameDisk } from './blame-disk.ts'

const folder = mkdtempSync(`${tmpdir()}/binnacle-full-`)
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0
process.once('exit', () => {
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

test('a start on a full disk gets one sentence', { skip: !mounted && 'mount is not allowed here' }, async () => {
  const service = launchService({ DATA_DIR: folder })
  service.ready.catch(() => {})
  assert.equal((await service.ended).code, 1)
  assert.match(
    service.output(),
    /The disk of DATA_DIR \S+ is full: \d+ MB are free\. Free some space, and start again\./,
  )
  assert.doesNotMatch(service.output(), / at /)
})

test('so does one on a disk that takes no more files, though it has bytes left', async () => {
  const error = new Error("ENOSPC: no space left on device, open 'base/5/17005'")
  await assert.rejects(blameDisk({ dataDir: import.meta.dirname }, Promise.reject(error)), {
    name: 'OperatorError',
    message: /^The disk of DATA_DIR \S+ takes no more files.* Delete some files \(df -i\), and start again\.$/,
  })
})

test('where the disk has room, the error stays what it is', async () => {
  const error = new Error('something else')
  await assert.rejects(blameDisk({ dataDir: import.meta.dirname }, Promise.reject(error)), error)
})
