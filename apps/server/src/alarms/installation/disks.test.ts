import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Disk, watchDisks } from './disks.ts'

test('a disk that does not answer is left out, and is not asked again before it has', async () => {
  const asked: string[] = []
  let answer = () => {}
  const hangs = new Promise<void>((resolve) => {
    answer = resolve
  })
  const disksOf = watchDisks(async (folder) => {
    asked.push(folder.path)
    if (folder.path === '/mnt/nas') await hangs
    return [{ device: folder.path.length, disk: { ...folder, freePercent: 50 } }]
  })
  const folders: Pick<Disk, 'name' | 'path'>[] = [
    { name: 'data', path: '/srv' },
    { name: 'backups', path: '/mnt/nas' },
  ]
  const names = async () => (await disksOf(folders, new Promise(setImmediate))).map(({ name }) => name)
  assert.deepEqual(await names(), ['data'])
  assert.deepEqual(await names(), ['data'])
  assert.deepEqual(asked, ['/srv', '/mnt/nas', '/srv'])
  answer()
  await hangs
  await new Promise(setImmediate)
  assert.deepEqual(await names(), ['data', 'backups'])
})
