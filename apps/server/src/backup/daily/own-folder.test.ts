import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../settings/config.ts'
import { nextArchive, removeExpired } from './own-folder.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-own-folder-'))
after(() => rm(folder, { recursive: true }))

const day = (n: number) => new Date(Date.UTC(2030, 0, n, 3))

test('after a rotation of the secret, retention goes on with the archives of before', async () => {
  const [before, now] = ['a'.repeat(32), 'b'.repeat(32)]
  const old = readConfig({ BACKUP_KEEP_DAYS: '2', SECRET_KEY: before })
  const rotated = readConfig({ BACKUP_KEEP_DAYS: '2', SECRET_KEY: now, FORMER_SECRET_KEYS: before })
  const names: string[] = []
  for (const [n, config] of [old, old, old, rotated, rotated, rotated].entries()) {
    const path = await nextArchive(folder, 'daily', config, day(n + 1))
    await writeFile(path, '')
    names.push(basename(path))
  }
  const half = `${names[0]!.replace('20300101', '20300102')}.part`
  await writeFile(join(folder, half), '')
  await nextArchive(folder, 'daily', rotated, day(7))
  await removeExpired(join(folder, names[5]!), 'daily', readConfig({ BACKUP_KEEP_DAYS: '2', SECRET_KEY: now }), day(6))
  assert.equal((await readdir(folder)).length, 6, 'control: without the former secret they are somebody else’s')
  await removeExpired(join(folder, names[5]!), 'daily', rotated, day(6))
  assert.deepEqual((await readdir(folder)).sort(), names.slice(3).sort())
})

test('the one that was just made before an upgrade stays, though the clock went back behind those of before', async () => {
  const upgrades = join(folder, 'upgrades')
  const config = readConfig({ SECRET_KEY: 'a'.repeat(32) })
  for (const n of [10, 11, 12, 1]) {
    const made = await nextArchive(upgrades, 'before-upgrade', config, day(n))
    await writeFile(made, '')
    await removeExpired(made, 'before-upgrade', config, day(n))
    assert.ok((await readdir(upgrades)).includes(basename(made)), `day ${n}`)
  }
  assert.equal((await readdir(upgrades)).length, 3)
})
