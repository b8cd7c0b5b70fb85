import type { Language } from '@binnacle/contract'

interface Letter {
  subject: string
  text: (link: string) => string
}

/** What the e-mail says. */
export const LETTERS: Record<Language, Letter> = {
  en: {
    subject: 'Binnacle: a new password',
    text: (link) =>
      `Somebody asked for a new password for your account. If it was you, open this link within an hour:\n\n${link}\n\nIf it was not you, do nothing: your password stays as it is.`,
  },
  de: {
    subject: 'Binnacle: ein neues Passwort',
    text: (link) =>
      `Jemand hat für dein Konto ein neues Passwort verlangt. Wenn du es warst, öffne diesen Link innerhalb einer Stunde:\n\n${link}\n\nWenn nicht, tu nichts: Das Passwort bleibt, wie es ist.`,
  },
}
