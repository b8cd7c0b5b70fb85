import { isIP } from 'node:net'
import type { Language } from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/database.ts'
import type { Limits } from '../../../limits/limits.ts'
import { mailInBackground } from '../../../service/mail/in-background.ts'
import type { SendMail } from '../../../service/mail/mail.ts'

/** Tells an account's owner by e-mail that somebody signed in from a device that is new to the account. */
export type TellOfNewDevice = (ownerId: string, from: { address: string; at: Date }) => void

interface Letter {
  subject: string
  text: (at: string, address: string, account: string) => string
}

const LETTERS: Record<Language, Letter> = {
  en: {
    subject: 'Binnacle: a new sign-in',
    text: (at, address, account) =>
      `Somebody signed in to your account from a device that is new to it: ${at}, from the address ${address}.\n\nIf it was you, do nothing.\n\nIf it was not you, change your password and end the other sessions:\n\n${account}`,
  },
  de: {
    subject: 'Binnacle: eine neue Anmeldung',
    text: (at, address, account) =>
      `Jemand hat sich bei deinem Konto mit einem Gerät angemeldet, das neu ist: ${at}, von der Adresse ${address}.\n\nWenn du es warst, tu nichts.\n\nWenn nicht, ändere dein Passwort und beende die anderen Sitzungen:\n\n${account}`,
  },
}

/** More tell nothing more, and the app tells all. */
const MAILS_PER_HOUR = 5

/**
 * After the answer, so that no mail server delays it. Nothing in the letter is chosen by whoever signed in: no name of the
 * device, and an address only if it is one. Without a mail server the app alone tells.
 */
export function newDeviceLetters(
  mail: SendMail | null,
  app: FastifyInstance,
  db: Db,
  limits: Limits,
  baseUrl: string,
): TellOfNewDevice {
  if (!mail) return () => {}
  const perAccount = limits.limiter('new-device', MAILS_PER_HOUR, 3600)
  const inBackground = mailInBackground(app, 'a new sign-in')
  return (ownerId, { address, at }) =>
    inBackground(async () => {
      const { allowed } = await perAccount.take(ownerId)
      const owner = allowed && (await findReader(db, ownerId))
      if (!owner) return
      const { subject, text } = LETTERS[owner.language ?? 'en']
      const minute = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      await mail({ to: owner.email, subject, text: text(minute, isIP(address) ? address : '–', `${baseUrl}/account`) })
    })
}

/** The account's address, and the language in which it is told of alarms. */
const findReader = (db: Db, ownerId: string) =>
  db
    .selectFrom('owner as o')
    .select('o.email')
    .select((eb) =>
      eb
        .selectFrom('channel as c')
        .select('c.language')
        .whereRef('c.owner_id', '=', 'o.id')
        .orderBy('c.created_at', 'desc')
        .limit(1)
        .as('language'),
    )
    .where('o.id', '=', ownerId)
    .executeTakeFirst()
