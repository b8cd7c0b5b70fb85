import { timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Db } from '../../db/database.ts'
import { ApiError } from '../../http/errors.ts'
import { isLoopback } from '../../network/loopback.ts'
import { anyAccount, signupsOpen } from '../../service/settings.ts'
import { derivedKey } from '../../settings/secret.ts'

/**
 * The set-up token says who may create the first account, which becomes the operator: who reads the log. It is the same in every
 * process of the installation. 80 bits, in four groups to type.
 */
export function setupToken(secret: string): string {
  const digits = derivedKey(secret, 'set-up').toString('hex').slice(0, 20)
  return digits.match(/.{5}/g)!.join('-')
}

/** As it is typed: capital letters, spaces and hyphens make no difference. */
function isSetupToken(given: string, token: string): boolean {
  const plain = (text: string) => Buffer.from(text.toLowerCase().replace(/[\s-]/g, ''))
  const [a, b] = [plain(given), plain(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The line of the log that has the token, while there is no account. */
export async function logSetupToken(db: Db, { baseUrl, token }: SignUpSettings, log: FastifyBaseLogger): Promise<void> {
  if (await anyAccount(db)) return
  log.warn(
    { setupToken: token },
    `There is no account yet. Open ${baseUrl} and create the first one with this set-up token`,
  )
}

/** What proxies add to a request. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether the request comes from the machine itself, and not through a proxy on it. A proxy may add no header, so BASE_URL must be an
 * address of this machine, too.
 */
export function isFromThisMachine({ raw }: FastifyRequest, baseUrl: string): boolean {
  const direct = PROXY_HEADERS.every((name) => raw.headers[name] === undefined)
  return direct && isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(new URL(baseUrl).hostname)
}

export interface SignUpSettings {
  signups: 'open' | 'closed'
  baseUrl: string
  token: string
}

/**
 * Throws unless a new account may be made: the first one with the set-up token or from the machine itself, later ones while sign-up
 * is open. Nothing else is looked at before, so that a closed installation answers the same for every e-mail address.
 */
export async function admitSignUp(
  db: Db,
  settings: SignUpSettings,
  request: FastifyRequest,
  given?: string,
): Promise<void> {
  if (!(await anyAccount(db))) {
    const proven = given !== undefined && isSetupToken(given, settings.token)
    if (!proven && !isFromThisMachine(request, settings.baseUrl)) throw new ApiError('setup_token_required')
  } else if (!(await signupsOpen(db, settings.signups))) throw new ApiError('signups_closed')
}
