import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { lacks } from '../scripts/programs.ts'

const REPOSITORY = join(import.meta.dirname, '..')
const skip = lacks('docker-compose')

/** What Compose says of a file, which it checks against its schema and fills in; it asks no engine for that. */
function config(file: string, text: string, env: Record<string, string>) {
  // Debian 12 has Compose 1.29, which is older than `name`.
  const input = text.replace(/^name: .*\n/m, '')
  const folder = join(REPOSITORY, dirname(file))
  const { status, stdout, stderr } = spawnSync('docker-compose', ['--project-directory', folder, '-f', '-', 'config'], {
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  return { status, said: stdout + stderr }
}

const SETTINGS = { BINNACLE_HOST: 'boat.example.org', POSTGRES_PASSWORD: 'secret' }

for (const file of ['compose.yaml', 'deploy/docker/one-boat.yaml'])
  test(`${file}: Compose accepts it, and says which setting is missing`, { skip }, () => {
    const text = readFileSync(join(REPOSITORY, file), 'utf8')
    const { status, said } = config(file, text, SETTINGS)
    assert.equal(status, 0, said)
    assert.match(said, /BASE_URL: https:\/\/boat\.example\.org\n/)
    const unset = config(file, text, { ...SETTINGS, BINNACLE_HOST: '' })
    assert.notEqual(unset.status, 0)
    assert.match(unset.said, /put BINNACLE_HOST into \.env/)
    const wrong = config(file, text.replace('cap_drop:', 'cap_dorp:'), SETTINGS)
    assert.notEqual(wrong.status, 0, 'a control: a field that Compose does not have')
  })
