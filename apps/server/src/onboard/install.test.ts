import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { lacks, needProgram } from '../../../../scripts/programs.ts'

const INSTALLER = join(import.meta.dirname, 'install.sh')
const run = promisify(execFile)

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-install-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs the script, with a service that answers with these files, with 401 where it is asked for a key, and with 404 for all else. */
async function install(t: TestContext, files: Record<string, string>, key?: string) {
  const server = createServer((request, response) => {
    if (request.url === '/v1/cameras/pending') return response.writeHead(401).end('{"error":"invalid_connection_key"}')
    const file = files[request.url!.replace('/onboard/', '')]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = folderFor(t)
  const script = join(folder, 'install.sh')
  writeFileSync(script, readFileSync(INSTALLER, 'utf8').replace(/^SERVICE=.*$/m, `SERVICE='${service}'`))
  const prefix = join(folder, 'prefix')
  const keyFile = join(folderFor(t), 'key')
  if (key !== undefined) writeFileSync(keyFile, key)
  const options = ['--prefix', prefix, ...(key === undefined ? [] : ['--key-file', keyFile])]
  const refused = await run('sh', [script, ...options], { env: { PATH: process.env.PATH, TMPDIR: folder } }).then(
    () => assert.fail('it went on'),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
  assert.deepEqual(readdirSync(folder).sort(), ['install.sh', 'prefix'], 'nothing temporary stays')
  assert.deepEqual(readdirSync(join(prefix, 'etc')), [], 'no key is stored')
  return refused
}

test('shellcheck has nothing to say of it', { skip: lacks('shellcheck') }, () => {
  const { stdout, status } = spawnSync(needProgram('shellcheck'), [INSTALLER], { encoding: 'utf8' })
  assert.deepEqual({ stdout, status }, { stdout: '', status: 0 })
})

test('the unit starts the gateway as its first line wants it, with the full path of Node', () => {
  const main = join(import.meta.dirname, '../../../gateway/src/main.ts')
  const [, lines] = /^(start_command\(\) \{.*?^\})/ms.exec(readFileSync(INSTALLER, 'utf8'))!
  const { stdout } = spawnSync('sh', ['-c', `${lines}\nstart_command`], {
    env: { PATH: process.env.PATH, main, node: '/opt/node/bin/node' },
    encoding: 'utf8',
  })
  const [first = ''] = readFileSync(main, 'utf8').split('\n', 1)
  assert.match(first, /^#!\/usr\/bin\/env -S MALLOC_ARENA_MAX=1 MALLOC_\w+=131072 node --max-semi-space-size/)
  assert.equal(
    stdout.trim(),
    first.replace('#!/usr/bin/env -S', '/usr/bin/env').replace(' node ', ' /opt/node/bin/node '),
  )
})

test('the unit trusts the authority that the installer was told to trust, and else none', (t) => {
  const work = folderFor(t)
  const gateway = join(import.meta.dirname, '../../../gateway')
  const main = join(work, 'dist/main.cjs')
  cpSync(join(gateway, 'src/main.ts'), main)
  cpSync(join(gateway, 'examples'), join(work, 'examples'), { recursive: true })
  const [, lines] = /^(start_command\(\) \{.*?^\}\n.*?^unit_file\(\) \{.*?^\})/ms.exec(readFileSync(INSTALLER, 'utf8'))!
  const written = (env: Record<string, string>) => {
    const own = { PATH: process.env.PATH, work, main, node: '/usr/bin/node', ...env }
    const { status, stderr } = spawnSync('sh', ['-euc', `${lines}\nunit_file`], { env: own, encoding: 'utf8' })
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    return readFileSync(join(work, 'unit'), 'utf8')
  }
  const plain = written({})
  assert.doesNotMatch(plain, /NODE_EXTRA_CA_CERTS/)
  const line = 'Environment="NODE_EXTRA_CA_CERTS=/etc/binnacle.crt"\n'
  assert.equal(written({ NODE_EXTRA_CA_CERTS: '/etc/binnacle.crt' }).replace(line, ''), plain)
  assert.match(written({ NODE_EXTRA_CA_CERTS: '/etc/binnacle.crt' }), new RegExp(line))
  const odd = written({ NODE_EXTRA_CA_CERTS: '/etc/my | "own" & 100% \\1.crt' }).split('\n')
  assert.ok(odd.includes('Environment="NODE_EXTRA_CA_CERTS=/etc/my | \\"own\\" & 100%% \\\\1.crt"'), odd.join('\n'))
})

test('an authority by a relative path is refused: the unit would not find it', (t) => {
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: 'binnacle.crt' }
  const { status, stderr } = spawnSync('sh', [INSTALLER, '--prefix', folderFor(t)], { env, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /^binnacle: NODE_EXTRA_CA_CERTS must be an absolute path/m)
})

test('a gateway whose checksum is wrong is not installed', async (t) => {
  const file = 'binnacle-gateway-9.9.9.tgz'
  const files = { SHA256SUMS: `${'0'.repeat(64)}  ${file}\n`, [file]: 'something else' }
  assert.match(await install(t, files), /binnacle-gateway-9\.9\.9\.tgz was damaged on its way/)
})

test('a service without the gateway', async (t) => {
  assert.match(await install(t, {}), /does not offer the gateway; \S+\/onboard\/binnacle-gateway\.tgz says why/)
})

test('a key that the service does not know is refused before anything is installed', async (t) => {
  const file = 'binnacle-gateway-9.9.9.tgz'
  const sum = createHash('sha256').update('package').digest('hex')
  const files = { SHA256SUMS: `${sum}  ${file}\n`, [file]: 'package' }
  assert.match(
    await install(t, files, 'ct_mistyped\n'),
    /^binnacle: \S+key: \S+ does not know this key: copy it again, or create a new one in the app\.\n$/,
  )
  // As Notepad saves it.
  assert.match(await install(t, files, '\ufeffct_mistyped\r\n'), / does not know this key: /)
  assert.match(await install(t, files, 'bnk_other\n'), /^binnacle: .* not a connection key: it begins with ct_\.\n$/)
  assert.match(await install(t, files, 'ct_a"b\n'), /^binnacle: .* only letters, digits and _\.\n$/)
})

test('an old Node gets one sentence, and nothing is downloaded', async (t) => {
  const folder = folderFor(t)
  for (const name of ['node', 'npm']) {
    writeFileSync(join(folder, name), '#!/bin/sh\necho 18.19.0\n')
    chmodSync(join(folder, name), 0o755)
  }
  const path = `${folder}:/usr/bin:/bin`
  assert.match(
    await run('sh', [INSTALLER, '--prefix', join(folder, 'prefix')], { env: { PATH: path } }).then(
      () => '',
      ({ stderr }) => stderr,
    ),
    /^binnacle: this needs Node 20 or later, and \S+\/node is Node 18\.19\.0: see https:\/\/nodejs\.org\S+\n$/,
  )
})

test('without curl, it says how to get it', (t) => {
  const folder = folderFor(t)
  for (const name of ['node', 'npm']) {
    writeFileSync(join(folder, name), '#!/bin/sh\necho 22.0.0\n')
    chmodSync(join(folder, name), 0o755)
  }
  const { status, stderr } = spawnSync('/bin/sh', [INSTALLER], { env: { PATH: folder }, encoding: 'utf8' })
  assert.deepEqual([status, stderr], [1, 'binnacle: this needs curl: on Debian run "sudo apt install curl"\n'])
})

test('a service that this computer does not reach, such as one without BASE_URL', (t) => {
  const folder = folderFor(t)
  const script = readFileSync(INSTALLER, 'utf8').replace(/^SERVICE=.*$/m, "SERVICE='http://127.0.0.1:1'")
  const { stderr } = spawnSync('sh', ['-s', '--', '--prefix', join(folder, 'prefix')], {
    input: script,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    encoding: 'utf8',
  })
  assert.match(stderr, /^binnacle: this computer cannot reach http:\/\/127\.0\.0\.1:1, which is BASE_URL of your/m)
  assert.doesNotMatch(stderr, /does not offer/)
})

test('settings that stay: what was asked for and is not in them is said', (t) => {
  const settings = join(folderFor(t), 'boat.yaml')
  const text = readFileSync(INSTALLER, 'utf8')
  const [lines] = /^write_settings\(\) \{.*?^\}/ms.exec(text)!
  const said = (hour_meter: string, SERVICE: string) => {
    writeFileSync(settings, "service: 'https://boat.example'\n")
    const env = { PATH: process.env.PATH, inputs: '', settings, hour_meter, SERVICE }
    return spawnSync('sh', ['-euc', `say() { echo "$1"; }\n${lines}\nwrite_settings`], { env, encoding: 'utf8' }).stdout
  }
  const stay = `The settings in ${settings} stay.\n`
  assert.equal(said('', 'https://boat.example'), stay)
  assert.match(said('port', 'https://boat.example').replace(stay, ''), /^--hour-meter is .*: hourMeter: port\n$/)
  assert.match(
    said('', 'https://new.example').replace(stay, ''),
    /^They name another service: .* https:\/\/new\.example, /,
  )
})

test('--help says how', () => {
  const { status, stdout } = spawnSync('sh', [INSTALLER, '--help'], { encoding: 'utf8' })
  assert.equal(status, 0)
  assert.match(stdout, /^Usage: curl -fsSL \S+\/onboard\/install\.sh \| sudo sh -s -- \[OPTIONS\]\n/)
})

test('a script that arrives in part does nothing', () => {
  const text = readFileSync(INSTALLER, 'utf8')
  const { status, stdout } = spawnSync('sh', { input: text.slice(0, text.lastIndexOf('\nmain ')), encoding: 'utf8' })
  assert.deepEqual({ status, stdout }, { status: 0, stdout: '' })
})
