import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../apps/server/src/settings/config.ts'
import { OF_AWS, settingNames } from '../apps/server/src/settings/setting-names.ts'
import { lacks } from '../scripts/programs.ts'

const UNITS = join(import.meta.dirname, 'systemd')
const REPOSITORY = join(import.meta.dirname, '..')
/** As systemd-analyze counts: 0 is shut, 10 is open; what it calls OK ends at 4.9. */
const MAX_EXPOSED = 2
const skip = lacks('systemd-analyze')

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

/** The unit with this repository for /opt/binnacle, changed by `change`; gives what `verify` says of it. */
function verify(name: string, change = (text: string) => text): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-units-'))
  try {
    const text = readFileSync(join(UNITS, name), 'utf8').replaceAll('/opt/binnacle', REPOSITORY)
    const instance = name.replace('@', '@8081')
    writeFileSync(join(folder, instance), change(text))
    const { stderr } = analyze('verify', '--man=no', join(folder, instance))
    // Other units of this machine are not our concern.
    return stderr.split('\n').filter((line) => line.includes(instance))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const exposure = (path: string): number => {
  const { stdout } = analyze('security', '--offline=true', '--no-pager', path)
  return Number(/exposure level for .*?: ([\d.]+)/.exec(stdout)?.[1])
}

for (const name of ['binnacle.service', 'binnacle@.service']) {
  test(`${name}: systemd finds nothing wrong with it`, { skip }, () => {
    assert.deepEqual(verify(name), [])
    const wrong = verify(name, (text) => text.replace('ExecStart=', 'ExecStart=/nowhere').replace('yes', 'perhaps'))
    assert.notDeepEqual(wrong, [], 'control: it finds a fault')
  })

  test(`${name}: it may do little on the machine`, { skip }, () => {
    const level = exposure(join(UNITS, name))
    assert.ok(level <= MAX_EXPOSED, `exposure ${level}`)
  })
}

test('the example of settings has every one, as it may be, and no other', () => {
  const text = readFileSync(join(UNITS, 'binnacle.env'), 'utf8')
  const settings = new Map([...text.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
  assert.deepEqual([...settings.keys()].sort(), [...settingNames(), ...OF_AWS].sort())
  readConfig(Object.fromEntries(settings))
})
