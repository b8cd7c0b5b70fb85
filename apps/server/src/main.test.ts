import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-main-test-'))
after(() => rm(folder, { recursive: true }))

/** A start that ends at a wrong setting, with nothing else in its environment. */
async function start(env: Record<string, string>) {
  const temporary = await mkdtemp(join(folder, 'tmp-'))
  const main = join(import.meta.dirname, 'main.ts')
  const { status } = spawnSync(process.execPath, [main], {
    env: { PORT: 'none', TMPDIR: temporary, ...env },
    cwd: folder,
  })
  assert.equal(status, 1)
  return existsSync(join(temporary, 'node-compile-cache'))
}

test('what is compiled is kept in the home of the user or where NODE_COMPILE_CACHE says, never where anybody may write', async () => {
  const [home, named] = [join(folder, 'home'), join(folder, 'named')]
  await mkdir(home)
  const below = [await start({ HOME: home }), await start({ HOME: home, NODE_COMPILE_CACHE: named }), await start({})]
  assert.deepEqual(below, [false, false, false])
  assert.ok(existsSync(join(home, '.cache/binnacle/compiled')))
  assert.ok(existsSync(named))
})
