import type { Language } from '@binnacle/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Limits } from '../../limits/limits.ts'
import { MailRefused, type SendMail } from '../../service/mail/mail.ts'
import { findPasswordHash } from '../sign-in/password-sql.ts'
import { LETTERS } from './letters.ts'

/** Whose password a request of better-auth's has set. */
interface Owner {
  id: string
  email: string
}

export interface LostPasswords {
  /** For better-auth. */
  hooks: {
    sendResetPassword(about: { user: Owner; token: string }, request?: Request): Promise<void>
    onPasswordReset(about: { user: Owner }, request?: Request): Promise<void>
  }
  /**
   * Asks better-auth to send a link, after the answer, so that neither the answer nor its time tells whether there is such an
   * account. An address gets a few an hour.
   */
  request(email: string, language: Language, ask: (headers: Record<string, string>) => Promise<unknown>): void
  /** Whose password this request has set. */
  ownerOf(request: Request): Owner | undefined
}

const MAILS_PER_HOUR = 5
const LANGUAGE = 'x-binnacle-language'

/** New passwords by e-mail; null: the installation sends none. */
export function lostPasswordsBy(
  mail: SendMail | null,
  app: FastifyInstance,
  db: Db,
  limits: Limits,
  baseUrl: string,
): LostPasswords | null {
  if (!mail) return null
  const perAddress = limits.limiter('lost-password', MAILS_PER_HOUR, 3600)
  const owners = new WeakMap<Request, Owner>()
  const running = inBackground(app)
  return {
    hooks: {
      async sendResetPassword({ user, token }, request) {
        // Who signs in another way only has no password to lose; a stranger at the address must not get one.
        if (!(await findPasswordHash(db, user.id))) return
        const { subject, text } = LETTERS[(request?.headers.get(LANGUAGE) ?? 'en') as Language]
        await mail({ to: user.email, subject, text: text(`${baseUrl}/reset-password#${token}`) })
      },
      async onPasswordReset({ user }, request) {
        if (request) owners.set(request, user)
      },
    },
    request: (email, language, ask) =>
      running(async () => {
        const { allowed } = await perAddress.take(email.toLowerCase())
        if (allowed) await ask({ [LANGUAGE]: language })
      }),
    ownerOf: (request) => owners.get(request),
  }
}

/** Starts work that nobody waits for but the end of the service. */
function inBackground(app: FastifyInstance): (work: () => Promise<void>) => void {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(running)))
  return (work) => {
    const run: Promise<void> = work()
      .catch((error: Error) => logFailure(app.log, error))
      .finally(() => running.delete(run))
    running.add(run)
  }
}

const logFailure = (log: FastifyBaseLogger, error: Error) =>
  error instanceof MailRefused
    ? log.warn({ reason: error.message }, 'an e-mail about a lost password was not sent')
    : log.error({ err: error }, 'a link for a lost password could not be made')
