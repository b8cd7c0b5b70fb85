import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ReplyHead } from '../http/route/answer.ts'

/** As long as browsers keep a cookie. */
const MAX_AGE_S = 400 * 24 * 60 * 60

const nameOf = (baseUrl: string) => `${baseUrl.startsWith('https:') ? '__Host-' : ''}binnacle.device`

const hash = (value: string) => createHash('sha256').update(value).digest()

/** The hash of the request's device cookie; null without one. It tells browsers apart and opens nothing. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): Buffer | null {
  const value = cookieOf(headers.cookie ?? '', nameOf(baseUrl))
  return value === null ? null : hash(value)
}

/** As deviceOf, after a sign-in: gives the browser a cookie, or keeps its own for longer. */
export function knownDevice(request: FastifyRequest, reply: ReplyHead, baseUrl: string): Buffer {
  const name = nameOf(baseUrl)
  const value = cookieOf(request.headers.cookie ?? '', name) ?? randomBytes(16).toString('base64url')
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`)
  return hash(value)
}

function cookieOf(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name && /^[\w-]{22}$/.test(value)) return value
  }
  return null
}
