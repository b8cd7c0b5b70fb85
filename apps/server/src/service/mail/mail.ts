import type { Config } from '../../settings/config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  /** Stays the same when it is sent again. */
  id?: string
  /** A JPEG. */
  picture?: Buffer | null
}

/** Hands an e-mail to the operator's mail server. Throws MailRefused. */
export type SendMail = (mail: Mail) => Promise<void>

/** Why the mail server did not accept it, in words for anybody: without its name and what it says. */
export class MailRefused extends Error {}

/** Of each step with the mail server. */
const TIMEOUT_MS = 10_000

/** The library is loaded with the first e-mail: it takes memory, and many installations send none. */
async function transportOf(smtpUrl: string, from?: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    { url: smtpUrl, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  )
}

/** Signs in to the mail server, and sends nothing. Throws with what the server says. */
export async function tryMailServer(smtpUrl: string): Promise<void> {
  const transport = await transportOf(smtpUrl)
  await transport.verify().finally(() => transport.close())
}

/** Null without SMTP_URL. The mail server is the operator's own, and may be in the operator's network. */
export function openMail({ smtpUrl, mailFrom, baseUrl }: Config): SendMail | null {
  if (smtpUrl === null) return null
  const host = new URL(baseUrl).hostname
  let opened: ReturnType<typeof transportOf> | undefined
  return async ({ to, subject, text, id, picture }) => {
    opened ??= transportOf(smtpUrl, mailFrom ?? `Binnacle <binnacle@${host}>`)
    const transport = await opened
    await transport
      .sendMail({
        to: { name: '', address: to },
        subject,
        text,
        ...(picture && { attachments: [{ filename: 'picture.jpg', content: picture }] }),
        ...(id && { messageId: `<${id}@${host}>` }),
        // Who is away does not answer it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .catch((error: { responseCode?: number; code?: string }) => {
        const { responseCode, code } = error
        throw new MailRefused(responseCode ? `the mail server answered ${responseCode}` : `no mail server (${code})`)
      })
  }
}
