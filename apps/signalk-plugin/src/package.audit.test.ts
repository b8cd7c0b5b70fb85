import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { packPlugin, SYSTEM_NODE } from './testing/signalk-server.ts'

const run = promisify(execFile)

describe('the package that the app store installs', () => {
  let folder: string
  const inside = (path: string) => join(folder, 'package', path)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-package-'))
    await run('tar', ['-xzf', await packPlugin(folder), '-C', folder])
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('needs nothing else and runs nothing when it is installed', async () => {
    const { dependencies, optionalDependencies, peerDependencies, scripts } = JSON.parse(
      await readFile(inside('package.json'), 'utf8'),
    )
    assert.deepEqual({ ...dependencies, ...optionalDependencies, ...peerDependencies }, {})
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(scripts[script], undefined)
    const bundle = await readFile(inside('dist/index.cjs'), 'utf8')
    const required = [...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name.replace('node:', ''))
    assert.deepEqual(
      required.filter((name) => !builtinModules.includes(name)),
      [],
    )
  })

  test('has what the app store shows: icon, screenshot, page, changes', async () => {
    const { keywords, signalk } = JSON.parse(await readFile(inside('package.json'), 'utf8'))
    assert.ok(keywords.includes('signalk-node-server-plugin') && keywords.includes('signalk-webapp'))
    for (const file of [
      join('public', signalk.appIcon),
      ...signalk.screenshots,
      'public/index.html',
      'README.md',
      'CHANGELOG.md',
    ])
      assert.ok(existsSync(inside(file)), file)
  })

  test('asks nothing of the network for its page', async () => {
    for (const file of ['index.html', 'page.js', 'style.css'])
      assert.doesNotMatch(await readFile(inside(join('public', file)), 'utf8'), /https?:\/\/|\/\/[a-z]+\.[a-z]/, file)
  })

  const skip = process.env.CI || existsSync(SYSTEM_NODE) ? false : `no ${SYSTEM_NODE}`
  test('is a function that makes a plugin, in Node 20', { skip }, async () => {
    const program = `
      const plugin = require(${JSON.stringify(inside('.'))})({})
      console.log(process.versions.node.split('.')[0], plugin.id, typeof plugin.start, typeof plugin.stop)`
    const { stdout } = await run(SYSTEM_NODE, ['-e', program])
    assert.equal(stdout.trim(), '20 signalk-binnacle function function')
  })
})
