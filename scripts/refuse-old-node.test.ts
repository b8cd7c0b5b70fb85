import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const { scripts, engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

const installedBy = (npm_config_user_agent?: string) =>
  spawnSync('sh', ['-c', scripts.preinstall], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...(npm_config_user_agent && { npm_config_user_agent }) },
  })

test('npm ci on an old Node says in a sentence what is needed, before anything is built', () => {
  for (const old of ['npm/9.9.4 node/v18.20.8 linux x64 workspaces/true', 'npm/6.14.0 node/v9.1.0 linux x64']) {
    const { status, stderr } = installedBy(old)
    assert.equal(status, 1)
    assert.match(stderr, /^Binnacle needs Node 20 or later, and npm runs on Node (18\.20\.8|9\.1\.0): install /)
    assert.equal(stderr.trim().split('\n').length, 1)
  }
})

test('npm ci goes on with a Node that will do, and with a program that is not npm', () => {
  assert.equal(engines.node, '>=20')
  for (const good of [
    'npm/9.9.4 node/v20.20.2 linux x64 workspaces/true',
    'npm/12.0.1 node/v26.10.0 linux x64',
    undefined,
  ]) {
    const { status, stderr } = installedBy(good)
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  }
})
