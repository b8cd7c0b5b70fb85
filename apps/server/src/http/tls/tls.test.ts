import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkServerIdentity, connect, createServer } from 'node:tls'
import { readConfig } from '../../settings/config.ts'
import { securityHeaders } from '../browser/security-headers.ts'
import { certify, makeAuthority, type Pem, publicPart } from './certificates.ts'
import { authorityPath, keptAuthority, keptCertificate } from './kept.ts'
import { refuseUnfit } from './local-names.ts'

const NOW = new Date()
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const folder = mkdtempSync(join(tmpdir(), 'binnacle-tls-'))
after(() => rmSync(folder, { recursive: true }))

/** What a client that trusts the authority says of the certificate at this host: null when it accepts it. */
async function refusal(certificate: Pem, authority: Pem, host: string): Promise<string | null> {
  const server = createServer({ key: certificate, cert: certificate }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({
    ...{ host: '127.0.0.1', port, ca: publicPart(authority) },
    // Node sends no address as a server name.
    ...(isIP(host) === 0 && { servername: host }),
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  })
  try {
    await once(socket, 'secureConnect')
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    socket.destroy()
    server.close()
  }
}

test('a device that trusts the authority accepts local names and addresses, and no website of the internet', async () => {
  const authority = await makeAuthority(NOW)
  const under = async (host: string, of = authority) => refusal(await certify(of, host, NOW), authority, host)
  for (const host of ['boat.local', 'boat.home.arpa', '127.0.0.1', '172.31.0.1', 'fd00::1'])
    assert.equal(await under(host), null, host)
  const websites = ['example.org', 'local.example.org', 'notlocal', '8.8.8.8', '172.32.0.1', '2606:4700:4700::1111']
  for (const host of websites) assert.equal(await under(host), 'permitted subtree violation', host)
  assert.match((await under('boat.local', await makeAuthority(NOW)))!, /unable to/)
  const other = await refusal(await certify(authority, 'boat.local', NOW), authority, 'other.local')
  assert.match(other!, /does not match certificate's altnames/)
})

test('what phones get has no key', async () => {
  assert.doesNotMatch(publicPart(await makeAuthority(NOW)), /PRIVATE/)
})

test('the certificate stays, is renewed before it ends, and follows BASE_URL; the authority stays', async () => {
  const warnings: string[] = []
  const kept = (now: Date, host = 'boat.local') =>
    keptCertificate({ dataDir: folder, baseUrl: `https://${host}:8443` }, now, (message) => warnings.push(message))
  const first = await kept(NOW)
  assert.equal(statSync(authorityPath(folder)).mode & 0o777, 0o600)
  const authority = new X509Certificate(first).issuer
  assert.equal(await kept(NOW), first)
  assert.equal(await kept(later(300)), first)
  const renewed = await kept(later(380))
  assert.notEqual(renewed, first)
  assert.ok(new X509Certificate(renewed).validToDate > later(380 + 365))
  const moved = await kept(later(380), '192.168.1.20')
  assert.equal(new X509Certificate(moved).subjectAltName, 'IP Address:192.168.1.20')
  for (const text of [renewed, moved]) assert.equal(new X509Certificate(text).issuer, authority)
  const last = new X509Certificate(await kept(later(3_600)))
  assert.ok(last.validToDate <= later(3_650), 'not longer than its authority')
  const trusted = readFileSync(authorityPath(folder), 'utf8')
  assert.deepEqual(warnings, [])
  const anew = new X509Certificate(await kept(later(3_630)))
  assert.notEqual(anew.issuer, authority)

  // The clock was wrong: what the warning says brings the authority back that devices trust.
  assert.equal(warnings.length, 1)
  const [, aside, path] = /move (\S+) back to (\S+), and start/.exec(warnings[0]!)!
  assert.equal(readFileSync(aside!, 'utf8'), trusted)
  renameSync(aside!, path!)
  assert.equal(new X509Certificate(await kept(later(380))).issuer, authority)
  assert.deepEqual(readdirSync(join(folder, 'tls')).toSorted(), ['authority.pem', 'service.pem'])
})

test('of two programs that make the authority at once, the first is right', async () => {
  const dataDir = join(folder, 'at-once')
  const make = () => keptAuthority({ dataDir, baseUrl: 'https://boat.local' }, NOW, assert.fail)
  const made = await Promise.all(Array.from({ length: 50 }, make))
  assert.deepEqual(new Set(made), new Set([readFileSync(authorityPath(dataDir), 'utf8')]))
})

test('a browser uses HTTPS for no other port of the boat’s computer', () => {
  const hsts = (env: Record<string, string>) => 'strict-transport-security' in securityHeaders(readConfig(env))
  assert.equal(hsts({ BASE_URL: 'https://boat.local:8443', TLS: 'local' }), false)
  assert.equal(hsts({ BASE_URL: 'https://boat.example.org' }), true)
})

test('TLS=local is for local addresses only, at another port than PORT', () => {
  const refused = (BASE_URL: string) => {
    try {
      refuseUnfit(readConfig({ TLS: 'local', BASE_URL }))
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const good of ['https://boat.local:8443', 'https://a.b.lan', 'https://10.1.2.3', 'https://[fd00::1]:8443'])
    assert.equal(refused(good), null, good)
  for (const bad of [
    'http://boat.local:8443',
    'https://boat',
    'https://local',
    'https://8.8.8.8',
    'https://[2001:db8::1]',
  ])
    assert.match(refused(bad)!, /BASE_URL must be such as https:\/\/boat\.local:8443/, bad)
  assert.match(refused('https://boat.local/binnacle')!, /BASE_URL must be/)
  assert.match(refused('https://boat.local:8080')!, /PORT must not be the port of BASE_URL/)
  refuseUnfit(readConfig({ BASE_URL: 'https://boat.example.org' }))
})
