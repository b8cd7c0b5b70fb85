import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  username: string
  password: string
}

type Challenge = { scheme: string } & Record<string, string | undefined>

/** Quoted texts are passed over, since a realm may hold anything. */
const SCHEME = /"(?:[^"\\]|\\.)*(?:"|\\?$)|(?:^|,)\s*(basic|digest)(?=\s|,|$)/gi
const PARAMETER = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

/** The Basic and Digest challenges of WWW-Authenticate headers, which may hold several each. */
export function challengesIn(headers: readonly string[]): Challenge[] {
  return headers.flatMap((header) => {
    const starts = [...header.matchAll(SCHEME)].filter(([, scheme]) => scheme)
    return starts.map((start, i) => {
      const text = header.slice(start.index + start[0].length, starts[i + 1]?.index)
      const parameters = [...text.matchAll(PARAMETER)].map(([, name, quoted, token]) => [
        name!.toLowerCase(),
        quoted?.replace(/\\(.)/g, '$1') ?? token,
      ])
      return { ...Object.fromEntries(parameters), scheme: start[1]!.toLowerCase() }
    })
  })
}

/** Node's names of the hashes, the stronger one first. */
const HASHES: Record<string, string> = { 'SHA-256': 'sha256', MD5: 'md5' }

/**
 * The Authorization header that answers one of the challenges: Digest with SHA-256, else with MD5, else Basic; null when none
 * can be answered. `target` is the request's path and query, `cnonce` any text that is new each time. Source: RFC 7616, RFC 7617.
 */
export function authorizationFor(
  challenges: readonly Challenge[],
  { username, password }: Credentials,
  { method, target, cnonce = randomBytes(16).toString('hex') }: { method: string; target: string; cnonce?: string },
): string | null {
  for (const name of Object.keys(HASHES)) {
    const challenge = challenges.find(
      ({ scheme, algorithm = 'MD5' }) => scheme === 'digest' && algorithm.toUpperCase() === name,
    )
    if (challenge) return digest(challenge, { username, password }, { method, target, cnonce, hash: HASHES[name]! })
  }
  if (!challenges.some(({ scheme }) => scheme === 'basic')) return null
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function digest(
  { realm = '', nonce = '', opaque, qop, algorithm }: Challenge,
  { username, password }: Credentials,
  { method, target, cnonce, hash }: { method: string; target: string; cnonce: string; hash: string },
): string {
  const h = (text: string) => createHash(hash).update(text).digest('hex')
  const ha1 = h(`${username}:${realm}:${password}`)
  const ha2 = h(`${method}:${target}`)
  const nc = '00000001'
  // Without qop it is the Digest of RFC 2069, which old cameras speak.
  const auth = qop?.split(',').some((offered) => offered.trim() === 'auth')
  const response = auth ? h(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`) : h(`${ha1}:${nonce}:${ha2}`)
  const quoted = { username, realm, nonce, uri: target, response, ...(opaque !== undefined && { opaque }) }
  return [
    `Digest ${Object.entries(quoted)
      .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&')}"`)
      .join(', ')}`,
    ...(algorithm ? [`algorithm=${algorithm}`] : []),
    ...(auth ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ].join(', ')
}
