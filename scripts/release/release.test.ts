import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tarball, untar } from './files.ts'
import { closure, type Lock } from './lock.ts'
import { published } from './manifest.ts'
import { notesOf } from './notes.ts'

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' }

test('the closure has what runs: nearest versions, needed peers, and of native packages those of the platforms', () => {
  const lock: Lock = {
    'apps/server': { version: '1.0.0', dependencies: { own: '1', image: '1' } },
    'apps/server/node_modules/own': { version: '1.0.0', dependencies: { deep: '1', own2: '1' } },
    'node_modules/own': { version: '2.0.0' },
    'node_modules/deep': {
      version: '1.0.0',
      peerDependencies: { needed: '1', react: '1' },
      peerDependenciesMeta: { react: { optional: true } },
    },
    'node_modules/own2': { version: '1.0.0', link: true, resolved: 'packages/own2' },
    'packages/own2': { version: '1.0.0' },
    'node_modules/needed': { version: '1.0.0' },
    'node_modules/react': { version: '1.0.0' },
    'node_modules/image': {
      version: '1.0.0',
      optionalDependencies: { 'image-x64': '1', 'image-musl': '1', 'image-mac': '1' },
    },
    'node_modules/image-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/image-musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/image-mac': { version: '1.0.0', os: ['darwin'], cpu: ['x64'] },
  }
  assert.deepEqual([...closure(lock, ['apps/server'], [LINUX]).keys()].sort(), [
    'apps/server',
    'apps/server/node_modules/own',
    'node_modules/deep',
    'node_modules/image',
    'node_modules/image-x64',
    'node_modules/needed',
    'node_modules/own2',
    'packages/own2',
  ])
})

test('a tarball has the time it is given and sorted entries, whatever the order they come in', async () => {
  const entries: [string, Buffer][] = [
    ['package.json', Buffer.from('{"bin": {"a": "b.js"}}')],
    ['b.js', Buffer.from('1')],
  ]
  const time = new Date('2026-05-14T09:30:00Z')
  const made = await tarball(new Map(entries), time)
  assert.ok(made.equals(await tarball(new Map(entries.toReversed()), time)))
  assert.ok(!made.equals(await tarball(new Map(entries), new Date(0))), 'a control')
  assert.deepEqual(await untar(made), new Map(entries.toReversed()))
})

test('a published package.json has no scripts, and addresses only where the project has a home', () => {
  const manifest = {
    name: 'a',
    version: '1.0.0',
    private: true,
    scripts: { prepack: 'x' },
    devDependencies: { b: '1' },
  }
  assert.deepEqual(published(manifest, null), { name: 'a', version: '1.0.0' })
  assert.deepEqual(published(manifest, 'https://git.example.org/binnacle'), {
    name: 'a',
    version: '1.0.0',
    homepage: 'https://git.example.org/binnacle',
    bugs: 'https://git.example.org/binnacle/issues',
    repository: { type: 'git', url: 'git+https://git.example.org/binnacle.git' },
  })
})

test('the notes are those of the version, or of what is not released yet', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- new\n\n## 1.0.0 - 2026-05-14\n\n### Added\n\n- first\n'
  assert.equal(notesOf(changelog, '1.0.0'), '# Binnacle 1.0.0\n\n### Added\n\n- first\n')
  assert.equal(notesOf(changelog, '1.1.0'), '# Binnacle 1.1.0\n\n- new\n')
  assert.throws(() => notesOf('# Changelog\n', '1.0.0'), /says nothing of 1\.0\.0/)
  notesOf(readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'), '0.1.0')
})
