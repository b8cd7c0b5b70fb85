import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { networkSettings } from '../network-settings.ts'
import { skipUnless } from '../programs.ts'
import { isReady, killAll, startProgram } from './testing/programs.ts'
import { installNode, installNpm, NODES } from './testing/tool.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const NOBODY = 65_534
const folder = mkdtempSync(join(tmpdir(), 'binnacle-new-user-test-'))
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
const made = process.env.TEST_RELEASE ?? join(folder, 'made')
const skip = skipUnless(process.getuid!() === 0, 'another user can be started by root only')

before(async () => {
  chmodSync(folder, 0o755)
  const args = ['run', 'release', '--', '--to', made, '--without-debs', '--without-programs']
  if (!process.env.TEST_RELEASE && !skip) await run('npm', args, { cwd: ROOT, maxBuffer: 1e8 })
})

/** In a root where only /tmp can be written, which is this test's folder. */
const readOnly = (command: string) => `
  set -e; root=$(mktemp -d ${folder}/root-XXXXXX)
  exec unshare --mount sh -c 'mount --bind / "$1" && mount -o remount,bind,ro "$1" && mount --rbind /dev "$1/dev" &&
    mount -t proc proc "$1/proc" && mount --bind "$2" "$1/tmp" && exec chroot "$1" sh -c "$3"' sh "$root" ${folder}/tmp '${command}'`

for (const { major, node, npm } of NODES)
  test(`Node ${node} and npm ${npm}: installed by another user than root, it starts, or says what to do`, {
    skip,
  }, async () => {
    const bin = await installNode(major, folder)
    const npms = await installNpm(major, folder)
    const home = join(folder, `home-${major}`)
    mkdirSync(home)
    chownSync(home, NOBODY, NOBODY)
    const env = { ...networkSettings, HOME: home, PATH: `${bin}:/usr/bin:/bin`, npm_config_offline: 'true' }
    const asNobody = (command: string) =>
      run('setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', 'sh', '-c', command], {
        cwd: home,
        env,
      })
    await asNobody(`node ${npms}/npm/bin/npm-cli.js install -g --prefix ${home}/.local ${made}/binnacle-${version}.tgz`)
    const { stdout } = await asNobody(`${home}/.local/bin/binnacle --version 2>&1 || true`)
    if (major >= 26) assert.equal(stdout, `${version}\n`)
    else assert.match(stdout, new RegExp(`^Binnacle needs Node 26 or later, and this is Node ${major}\\.[^\\n]+\\n$`))
  })

test('in a root that cannot be written, it runs with a data folder, and without one says what to do', {
  skip,
}, async () => {
  const tmp = join(folder, 'tmp')
  mkdirSync(tmp)
  await run('npm', [
    'install',
    '-g',
    '--offline',
    '--prefix',
    join(tmp, 'local'),
    join(made, `binnacle-${version}.tgz`),
  ])
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = (dataDir: string) =>
    startProgram(
      readOnly(
        `PORT=${port} BASE_URL=${url} DATA_DIR=${dataDir} exec ${process.execPath} /tmp/local/bin/binnacle start`,
      ),
      {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: '/root' },
      },
    )
  const service = start('/tmp/data')
  await service.until(isReady(url), 'the service is ready')
  await service.stop()
  const said = await start('/var/lib/binnacle').ended()
  assert.match(said, /DATA_DIR cannot be used \(EROFS: .*let this user write there, or set DATA_DIR to another folder/)
})
