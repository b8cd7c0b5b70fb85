import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../../../../scripts/free-port.ts'
import { lacks } from '../../../../scripts/programs.ts'
import { programFile, QUICK_START } from '../../../../scripts/quick-start.ts'
import { startBroker } from '../../../gateway/src/testing/mosquitto.ts'
import { archiveName } from '../../../server/src/backup/archive/archive-names.ts'
import { marksOf } from '../../../server/src/backup/daily/own-folder.ts'
import { readSecrets } from '../../../server/src/settings/secret.ts'
import { startProcess } from '../../../server/src/testing/process.ts'
import { VERSION } from '../../../server/src/version.ts'

const BINNACLE = programFile('apps/cli/src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'binnacle-doctor-'))
after(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** What it says of each part, and its exit status. */
async function doctor(env: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; out: string }>()
  const own = { PATH: process.env.PATH, ...QUICK_START.env, ...env }
  execFile(process.execPath, [BINNACLE, 'doctor'], { env: own }, (error, out, err) =>
    resolve({ status: error ? Number(error.code) : 0, out: out + err }),
  )
  const { status, out } = await promise
  const of = (part: string) => out.split('\n').filter((line) => line.slice(7).startsWith(`${part}:`))
  return { status, out, of }
}

const dataDir = join(folder, 'data')
const port = await freePort()
const settings = { DATA_DIR: dataDir, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` }

test('where nothing is, it makes nothing', async () => {
  const nowhere = { DATA_DIR: join(folder, 'nowhere'), PORT: String(await freePort()) }
  const { status, of } = await doctor({ ...nowhere, BASE_URL: 'http://boat.invalid' })
  assert.equal(status, 1)
  assert.match(
    of('Push')[0]!,
    /^to do .*no notifications, .* from http:\/\/boat\.invalid\. Give it https: TLS=local, or/,
  )
  assert.match(of('Data folder')[0]!, /^to do .* does not exist\. The first start makes it/)
  assert.match(of('Backups')[0]!, /^to do .*Set BACKUP_DIR/)
  assert.ok(!existsSync(join(folder, 'nowhere')))
})

test('settings that are refused, and one that is misspelt', async () => {
  const { status, of, out } = await doctor({ PORT: 'http', PROT: '80', DATA_DIR: dataDir })
  assert.equal(status, 1)
  assert.match(of('Settings').join('\n'), /to do .*PROT is not a setting; did you mean PORT\?/)
  assert.match(out, /PORT must be a whole number/)
})

test('an installation that runs, and one that is stopped', async () => {
  const service = await startProcess(settings)
  const running = await doctor(settings)
  assert.match(running.of('Service')[0]!, new RegExp(`^ok .*version ${VERSION} answers at `))
  assert.match(running.of('Address')[0]!, new RegExp(`^ok .*version ${VERSION} answers at `))
  assert.match(running.of('Push')[0]!, /^ok .*browsers take notifications/)
  assert.match(running.of('Database')[0]!, /^ok .*the running service has it open/)
  assert.match(running.of('Data folder')[0]!, /^(ok .*is private|to do .*MB are free)/)
  const elsewhere = await doctor({ ...settings, PORT: String(await freePort()) })
  assert.match(elsewhere.of('Database')[0]!, /^ok .*another process has it open/)
  assert.match(elsewhere.of('Service')[0]!, /^to do .*does not run at .*Start it\./)
  // Of another folder: what answers at PORT is not the service of it.
  const other = join(folder, 'other')
  const { stop } = await startProcess({ ...settings, DATA_DIR: other, PORT: String(await freePort()) })
  await stop()
  const taken = await doctor({ ...settings, DATA_DIR: other })
  assert.match(taken.of('Service')[0]!, /^to do .*has another DATA_DIR\. Set PORT or DATA_DIR/)
  await service.stop()

  if (process.getuid!() === 0) {
    const nobody = 65_534
    const own = (uid: number) => execFileSync('chown', ['--recursive', `${uid}:${uid}`, dataDir])
    chmodSync(folder, 0o755)
    own(nobody)
    const byRoot = await doctor(settings)
    assert.match(byRoot.of('Database')[0]!, /^ok .*PostgreSQL \d+.*, embedded/, 'root looks as the user of the folder')
    assert.equal(
      execFileSync('find', [dataDir, '!', '-user', String(nobody)]).toString(),
      '',
      'and leaves no file of its own',
    )
    own(0)
  }

  if (spawnSync('mount', ['--bind', '-o', 'ro', dataDir, dataDir]).status === 0) {
    const readOnly = await doctor(settings)
    spawnSync('umount', [dataDir])
    assert.match(readOnly.of('Data folder')[0]!, /^to do .*Nothing can be written into it \(EROFS/)
    assert.match(
      readOnly.of('Database')[0]!,
      /^to do .*It cannot be opened: .* Correct what is said of the data folder/,
    )
  }

  chmodSync(join(dataDir, 'secret-key'), 0o644)
  const stopped = await doctor({ ...settings, BASE_URL: 'https://127.0.0.1:1' })
  chmodSync(join(dataDir, 'secret-key'), 0o600)
  assert.match(stopped.of('Database')[0]!, /^ok .*PostgreSQL \d+.*, embedded, with the schema of this version/)
  assert.match(stopped.of('Data folder')[0]!, /^to do .*Run: chmod 600 '\S+secret-key'$/)
  assert.match(stopped.of('Proxy')[0]!, /^to do .*Set TRUST_PROXY/)
  assert.match(stopped.of('Certificate')[0]!, /^to do .*ECONNREFUSED/)
})

test('backups: the newest of this installation, and a disk of its own', async () => {
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const [mark] = marksOf(readSecrets(readFileSync(join(dataDir, 'secret-key'), 'utf8')))
  const look = async () => (await doctor({ ...settings, BACKUP_DIR: backups })).of('Backups')
  writeFileSync(join(backups, archiveName('daily', 'ffffffff', new Date(), false)), 'of another installation')
  assert.match((await look())[0]!, /^to do .*There is none of this installation/)
  writeFileSync(join(backups, archiveName('daily', mark, new Date(Date.now() - 5 * 86_400_000), false)), '')
  assert.match((await look())[0]!, /^to do .*The newest is of /)
  writeFileSync(join(backups, archiveName('daily', mark, new Date(), false)), '')
  const [newest, disk] = await look()
  assert.match(newest!, /^ok .*the newest is of /)
  assert.match(disk!, /^to do .*is on the same disk as DATA_DIR/)
})

test('servers that the settings name and that are not there', async () => {
  const { of, out } = await doctor({
    ...settings,
    REDIS_URL: 'redis://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MQTT_URL: 'mqtt://boat:hunter2@127.0.0.1:1',
  })
  assert.match(of('Redis')[0]!, /^to do .*does not answer/)
  assert.match(of('E-mail')[0]!, /^to do .*ECONNREFUSED.*Correct SMTP_URL/)
  assert.match(of('MQTT')[0]!, /^to do .*ECONNREFUSED.*Correct MQTT_URL/)
  assert.doesNotMatch(out, /hunter2/)
  const { of: ofServer } = await doctor({ ...settings, DATABASE_URL: 'postgres://127.0.0.1:1/binnacle' })
  assert.match(ofServer('Database')[0]!, /^to do .*DATABASE_URL cannot be connected to/)
})

test('what answers in the place of the service gives the terminal no commands', async (t) => {
  const server = createHttpServer((request, response) =>
    response.end(request.url === '/' ? 'Binnacle \x1b[2J9 is running.' : '{"version":"\\u001b]0;evil\\u0007"}'),
  ).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { out, of } = await doctor({ ...settings, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` })
  assert.match(of('Address')[0]!, /version \?\[2J9 answers/)
  assert.match(of('Service').join('\n'), /version \?\]0;evil\? answers/)
  assert.doesNotMatch(out, /[^\P{Cc}\n]/u)
})

test('an MQTT broker that can be used, and one that refuses the password', { skip: lacks('mosquitto') }, async (t) => {
  const { port: brokerPort } = await startBroker(t, { user: { name: 'boat', password: 'hunter2' } })
  const look = async (password: string) => {
    const { of, out } = await doctor({ ...settings, MQTT_URL: `mqtt://boat:${password}@127.0.0.1:${brokerPort}` })
    assert.doesNotMatch(out, new RegExp(password))
    return of('MQTT')[0]!
  }
  assert.match(await look('hunter2'), /^ok .*the broker accepts the sign-in/)
  assert.match(await look('hunter3'), /^to do .*Not authorized.*Correct MQTT_URL/)
})

test('a certificate that ends soon', { skip: lacks('openssl') }, async (t) => {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=boat']
  execFileSync('openssl', [...made, '-days', '3', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
    response.end(`Binnacle ${VERSION} is running.`),
  ).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { of } = await doctor({ ...settings, BASE_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })
  assert.match(of('Certificate')[0]!, /^to do .*It ends in [23] days/)
  assert.match(of('Address')[0]!, /^to do .*cannot be reached.*self-signed/)
})

test('another program at PORT is said to be one, and a proxy without a service to be a proxy', async (t) => {
  const server = createHttpServer((request, response) =>
    response.writeHead(request.url === '/' ? 502 : 404).end('<html>'),
  ).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const BASE_URL = `http://127.0.0.1:${port}`
  const { of } = await doctor({ ...settings, PORT: String(port), BASE_URL })
  assert.match(of('Service')[0]!, /^to do .*Another program answers at .* Set another PORT\./)
  assert.match(of('Address')[0]!, /^to do .*The proxy at \S+ does not reach the service \(502\)\. Start the service/)
})
