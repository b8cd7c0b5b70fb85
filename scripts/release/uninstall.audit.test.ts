import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { skipUnless } from '../programs.ts'
import { ownRoot } from './testing/own-root.ts'
import { killAll, startProgram } from './testing/programs.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-uninstall-test-'))
after(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** There is no systemd in a test: this says what it was told to do. */
const STAND_INS = `
set -e
exec 2>&1
printf '#!/bin/sh\\necho "systemctl $*"\\n' >/usr/local/bin/systemctl
printf '#!/bin/sh\\nexec "$@"\\n' >/usr/local/bin/sudo
chmod 755 /usr/local/bin/systemctl /usr/local/bin/sudo
hash -r
export PATH=/usr/local/bin:$PATH
`

test('docs/uninstall.md: what is removed, what stays, and what deletes the data', {
  skip: skipUnless(process.getuid!() === 0, 'a root of its own needs root'),
}, async () => {
  const blocks = read('docs/uninstall.md')
    .matchAll(/(?:^ {4}.+\n)+/gm)
    .map(([block]) => block)
    .toArray()
  assert.equal(blocks.length, 3)
  const [program, data, gateway] = blocks
  const said = await startProgram(
    ownRoot(
      folder,
      `${STAND_INS}
      mkdir -p /opt/binnacle/apps /var/lib/binnacle/db /etc/binnacle "$(npm root -g)/binnacle-gateway"
      touch /etc/systemd/system/binnacle.service /etc/systemd/system/binnacle-gateway.service
      echo '{"name":"binnacle-gateway","version":"1.0.0"}' >"$(npm root -g)/binnacle-gateway/package.json"
      look() { ls -d /opt/binnacle /etc/systemd/system/binnacle*.service /var/lib/binnacle /etc/binnacle "$(npm root -g)/binnacle-gateway" 2>/dev/null || true; echo .; }
      ${program}
      look
      ${gateway}
      look
      ${data}
      look`,
    ),
    { cwd: folder, env: { PATH: process.env.PATH, npm_config_loglevel: 'silent', npm_config_offline: 'true' } },
  ).ended()
  const lines = said
    .trim()
    .split('\n')
    .filter((line) => /^[./]|^systemctl/.test(line))
  const npmFolder = lines.find((line) => line.endsWith('/node_modules/binnacle-gateway'))!
  assert.ok(npmFolder, said)
  assert.deepEqual(
    lines,
    [
      'systemctl disable --now binnacle',
      'systemctl daemon-reload',
      ...['/etc/binnacle', '/etc/systemd/system/binnacle-gateway.service', npmFolder, '/var/lib/binnacle'].sort(),
      '.',
      'systemctl disable --now binnacle-gateway',
      'systemctl daemon-reload',
      '/etc/binnacle',
      '/var/lib/binnacle',
      '.',
      '.',
    ],
    said,
  )
})

/** Of programs that no test has. docs/install.md says that they were not tried. */
const NOT_TRIED = /^journalctl /

test('docs/trouble.md: each command is one that there is', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const helpOf = (path: string) =>
    spawnSync(process.execPath, [join(ROOT, path), '--help'], { encoding: 'utf8' }).stdout
  const help: Record<string, string> = {
    binnacle: helpOf('apps/cli/src/main.ts'),
    'binnacle-gateway': helpOf('apps/gateway/src/main.ts'),
  }
  const spans = [...read('docs/trouble.md').matchAll(/`([^`]+)`/g)].map(([, span]) => span!.replaceAll('\\|', '|'))
  const commands = spans.filter((span) => /^(sudo |binnacle|npm |journalctl )/.test(span))
  assert.ok(commands.length >= 6, `${commands.length} commands`)
  for (const command of commands.filter((each) => !NOT_TRIED.test(each))) {
    const [program, word] = command
      .replace(/^sudo /, '')
      .replace(/^npm run /, 'npm ')
      .split(' ')
    if (program === 'npm') assert.ok(scripts[word!], command)
    else assert.match(help[program!] ?? '', new RegExp(`^  ${word}\\b`, 'm'), command)
  }
  assert.match(read('docs/install.md'), /`systemctl` and `journalctl`/, 'what is not tried is said')
})
