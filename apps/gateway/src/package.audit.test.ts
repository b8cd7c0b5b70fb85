import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'

const PACKAGE = join(import.meta.dirname, '..')
const MODULES = join(PACKAGE, '../../node_modules')
const NODE_20 = '/usr/bin/node'

const version = existsSync(NODE_20) ? spawnSync(NODE_20, ['--version'], { encoding: 'utf8' }).stdout.trim() : 'nothing'
const skip = version.startsWith('v20.') ? false : `${NODE_20} is ${version}, not Node 20`
if (skip && process.env.CI) throw new Error(skip)

test('the packed package runs under Node 20, with nothing but its dependencies beside it', { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-package-'))
  t.after(() => rmSync(folder, { recursive: true }))
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE, stdio: 'pipe' })
  const [tarball] = readdirSync(folder)
  assert.match(tarball ?? '', /^binnacle-gateway-.*\.tgz$/)
  execFileSync('tar', ['-xzf', join(folder, tarball!), '-C', folder])
  const installed = join(folder, 'package')
  assert.deepEqual(readdirSync(installed).toSorted(), ['LICENSE', 'README.md', 'dist', 'examples', 'package.json'])

  // As npm would install it, without the network: each dependency is this checkout's own. serialport is left out.
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(join(installed, 'node_modules', name, '..'), { recursive: true })
    const own = [join(PACKAGE, 'node_modules', name), join(MODULES, name)].find((path) => existsSync(path))
    symlinkSync(own!, join(installed, 'node_modules', name))
  }
  const run = (...args: string[]) => {
    const main = join(installed, manifest.bin['binnacle-gateway'])
    return spawnSync(NODE_20, [main, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } })
  }
  const help = run('--help')
  assert.match(help.stdout, /^Usage: binnacle-gateway/, help.stderr)
  assert.equal(run('--version').stdout.trim(), manifest.version)

  writeFileSync(
    join(folder, 'boat.key'),
    keyOf('ct_', 1n, (text) => crc32(text)),
    { mode: 0o600 },
  )
  writeFileSync(join(folder, 'bus.raw'), '2016-02-28T19:57:02.364Z,2,128267,36,255,8,ff,9b,00,00,00,00,00,ff\n')
  const inputs = [
    '{type: nmea2000, file: bus.raw, speed: fast}',
    '{type: nmea0183, serial: /dev/ttyUSB0}',
    '{type: signalk, url: "http://127.0.0.1:1"}',
    '{type: victron, host: 127.0.0.1, port: 1}',
  ]
  const path = join(folder, 'boat.yaml')
  writeFileSync(path, `service: http://127.0.0.1:1\nkeyFile: boat.key\ninputs: [${inputs.join(', ')}]\n`)
  const { stdout, stderr, status } = run('check', '--config', path, '--seconds', '2')
  assert.equal(status, 1, stderr)
  assert.equal(stderr, '')
  assert.match(stdout, /^depth +1\.55 m +nmea2000\/36\/128267/m)
  assert.match(stdout, /^Input nmea0183: serial ports need the package serialport; install it/m)
  assert.match(stdout, /^Input signalk: .*connection refused/m)
  assert.match(stdout, /^Input victron: .*connection refused/m)
})
