import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const json = (body: unknown, status = 200) => ({ status, type: 'application/json', body: JSON.stringify(body) })
const token = (...parts: unknown[]) =>
  parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
const tokens = (id_token: unknown) => json({ access_token: 'x', token_type: 'bearer', id_token })

/** What a provider may answer instead of tokens; null: it ends the connection. */
const ANSWERS = [
  json({}),
  json(null),
  json([]),
  json({ error: 'invalid_grant', error_description: '<script>'.repeat(1_000) }, 400),
  json({ error: { toString: null } }, 500),
  json({ __proto__: 'x', access_token: {}, token_type: [] }),
  tokens('a.b.c'),
  tokens('a'.repeat(1_000_000)),
  tokens({}),
  tokens(`${token({ alg: 'none' }, { iss: 'x', sub: 'y' })}.`),
  tokens(`${token({ alg: 'HS256' }, { sub: '\0', exp: 1e300 })}.AAAA`),
  tokens(token({ alg: 'RS256', kid: '../..' }, null, null)),
  { status: 200, type: 'text/html', body: '<html>' },
  { status: 200, type: 'application/json', body: '[['.repeat(100_000) },
  { status: 302, type: 'text/plain', body: '' },
  { status: 204, type: 'text/plain', body: '' },
  null,
]

/** An OpenID Connect provider on 127.0.0.1 that introduces itself as it should, and then gives a wrong answer after the other. */
export async function startBadProvider(): Promise<{ issuer: string; stop(): Promise<void> }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const introduction = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  let asked = 0
  const answer = (path: string) =>
    path.startsWith('/.well-known/') ? json(introduction) : ANSWERS[asked++ % ANSWERS.length]!
  server.on('request', (request, response: ServerResponse) => {
    const given = answer(request.url!)
    if (given === null) return void response.destroy()
    response.writeHead(given.status, { 'content-type': given.type, location: `${issuer}/elsewhere` }).end(given.body)
  })
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { issuer, stop }
}
