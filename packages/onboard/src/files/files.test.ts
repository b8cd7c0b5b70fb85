import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Disk } from '../queue/testing/disk.ts'
import { keepForInspection, namingFullDisk, replaceFile } from './files.ts'

test('a file that is replaced holds the old or the new after a power cut, and the new once that is done', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const pick of [() => 0, (n: number) => n >> 1, (n: number) => n])
    for (let cut = 0; cut < 6; cut++) {
      const [before, after] = ['before', 'after'].map((name) => mkdtempSync(join(folder, name)))
      writeFileSync(join(before!, 'file'), 'old')
      const disk = new Disk()
      const unwatch = disk.watch(before!, { file: Buffer.from('old') })
      disk.cutAfter(cut)
      const done = await replaceFile(join(before!, 'file'), Buffer.from('new')).then(
        () => true,
        () => false,
      )
      unwatch()
      disk.restore(after!, pick)
      assert.match(readFileSync(join(after!, 'file'), 'utf8'), done ? /^new$/ : /^(old|new)$/, `cut after ${cut}`)
    }
})

test('what a disk that refused left unfinished goes when the next file is kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '2.json.tmp'), 'half')
  await keepForInspection(folder, '1.json', Buffer.from('whole'), 1000)
  assert.deepEqual(readdirSync(folder), ['1.json'])
})

test('of a full disk it is said which file cannot be written, and what to do; other errors stay as they are', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const named = namingFullDisk('/data/status.json', full) as NodeJS.ErrnoException
  assert.equal(named.message, 'cannot write /data/status.json: the disk is full; free some space')
  assert.equal(named.code, 'ENOSPC')
  const other = Object.assign(new Error('EACCES'), { code: 'EACCES' })
  assert.equal(namingFullDisk('/data/status.json', other), other)
})
