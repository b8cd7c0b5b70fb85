import { type Mail, MailRefused, type SendMail } from '../../../service/mail/mail.ts'
import { NotAccepted } from '../post/post.ts'
import { messageText, TEXTS } from '../words.ts'
import { pageOf, silencePageOf } from './pages.ts'
import type { Receiver, Sender } from './sender.ts'
import { withImage } from './with-image.ts'

export const sendEmail: Sender = async ({ address, language }, message, context) => {
  const { baseUrl, mail } = context
  const { content, image } = await withImage(message, context)
  const { title, text } = messageText(content, language)
  const page = pageOf(content)
  const silencePage = silencePageOf(content)
  const why = TEXTS[language].email.why(`${baseUrl}/account`)
  const body = [
    text,
    ...(page ? [baseUrl + page] : []),
    ...(silencePage ? [`${TEXTS[language].silence}: ${baseUrl}${silencePage}`] : []),
    why,
  ].join('\n\n')
  await handOver(mail, { to: address, subject: title, text: body, id: message.id, picture: image })
}

/** The message with the link that verifies an address. It says nothing that its sender chose: the address may be a stranger's. */
export function sendLink(
  mail: SendMail | null,
  { address, language }: Pick<Receiver, 'address' | 'language'>,
  link: string,
): Promise<void> {
  const { verifyTitle, verify } = TEXTS[language].email
  return handOver(mail, { to: address, subject: verifyTitle, text: verify(link) })
}

async function handOver(mail: SendMail | null, letter: Mail): Promise<void> {
  if (!mail) throw new NotAccepted('this installation sends no e-mail')
  await mail(letter).catch((error) => {
    throw error instanceof MailRefused ? new NotAccepted(error.message) : error
  })
}
