import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../../../../scripts/free-port.ts'
import { QUICK_START } from '../../../../scripts/quick-start.ts'
import { boatOf, isReady, killAll, startProgram } from '../../../../scripts/release/testing/programs.ts'

/** The commit that could make the files of a version, the first 0.1.0. Nothing older was ever installed by anybody. */
const FIRST = '37beee85f5fb099730c721d931c3ed05a1a52770'
const ROOT = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-first-release-'))
const first = join(folder, 'first')
const dataDir = join(folder, 'data')
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function hasFirst(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', FIRST], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Its source, over the packages of now: those that it needs have the same versions. */
function unpackFirst(): void {
  mkdirSync(first)
  const paths = ['package.json', 'apps/server', 'apps/cli', 'packages/contract']
  const tar = execFileSync('git', ['archive', FIRST, ...paths], { cwd: ROOT, maxBuffer: 1e8 })
  execFileSync('tar', ['-x'], { cwd: first, input: tar })
  const modules = join(first, 'node_modules')
  mkdirSync(join(modules, '@binnacle'), { recursive: true })
  symlinkSync(join(first, 'packages/contract'), join(modules, '@binnacle/contract'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@binnacle' && name !== '.bin') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  symlinkSync(join(ROOT, 'apps/server/node_modules'), join(first, 'apps/server/node_modules'))
}

test('the first 0.1.0 is upgraded with a backup, and starts again on it', {
  skip: !hasFirst() && `a checkout without history has no commit ${FIRST}`,
}, async () => {
  unpackFirst()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, ...QUICK_START.env },
    ...{ DATA_DIR: dataDir, PORT: String(port), BASE_URL: url, TELEMETRY_GAP_MS: '0' },
  }
  const command = (of: string, ...args: string[]) => [join(of, 'apps/cli/binnacle.js'), ...args]
  const start = (of: string) =>
    startProgram(`exec "${process.execPath}" ${command(of, 'start').join(' ')}`, { cwd: of, env })

  const before = start(first)
  await before.until(isReady(url), 'the first release is ready')
  const { connectionKey, readings } = await boatOf(url)
  const post = async (metric: string, value: number) => {
    const body = JSON.stringify({ readings: [{ metric, value }] })
    const headers = { authorization: `Bearer ${connectionKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/telemetry`, { method: 'POST', headers, body })
    assert.equal(answer.status, 202, await answer.text())
  }
  await post('depth', 1.83)
  await before.stop()

  const now = start(ROOT)
  await now.until(isReady(url), 'this version is ready')
  assert.match(await readings(), /"depth"/)
  await post('water_temp', 11.5)
  await now.stop()

  assert.match(await start(first).ended(), /made by a newer version of Binnacle/)
  renameSync(join(dataDir, 'db'), join(dataDir, 'db-newer'))
  const [backup, ...more] = readdirSync(join(dataDir, 'backups'))
  assert.ok(backup && more.length === 0, 'one backup')
  const restored = await promisify(execFile)(
    process.execPath,
    command(first, 'restore', join(dataDir, 'backups', backup)),
    { env },
  )
  assert.match(restored.stdout, /counted and right/)
  const again = start(first)
  await again.until(isReady(url), 'the first release is ready again')
  const found = await readings()
  assert.match(found, /"depth"/)
  assert.doesNotMatch(found, /"water_temp"/, 'what came after the upgrade is not in the backup')
  await post('water_temp', 11.5)
  await again.stop()
})
