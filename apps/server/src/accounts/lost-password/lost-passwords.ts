import type { Language } from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Limits } from '../../limits/limits.ts'
import { mailInBackground } from '../../service/mail/in-background.ts'
import type { SendMail } from '../../service/mail/mail.ts'
import { findPasswordHash } from '../sign-in/methods/password-sql.ts'
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
  const inBackground = mailInBackground(app, 'a lost password')
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
      inBackground(async () => {
        const { allowed } = await perAddress.take(email.toLowerCase())
        if (allowed) await ask({ [LANGUAGE]: language })
      }),
    ownerOf: (request) => owners.get(request),
  }
}
