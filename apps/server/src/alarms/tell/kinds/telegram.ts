import type { Language } from '@binnacle/contract'
import type { Content } from '../content.ts'
import { post, postForm } from '../post/post.ts'
import { cut, messageText, TEXTS } from '../words.ts'
import { pageOf, silencePageOf } from './pages.ts'
import type { Sender } from './sender.ts'
import { withImage } from './with-image.ts'

/** Of the text below a picture. */
const MAX_CAPTION = 1024

/**
 * The token is in the address, which is in no log and no error. Source: https://core.telegram.org/bots/api#sendmessage and #sendphoto
 */
export const sendTelegram: Sender = async ({ address, secret, language }, message, context) => {
  const { baseUrl, telegramUrl, allowed } = context
  const { content, image } = await withImage(message, context)
  const { title, text } = messageText(content, language)
  const page = pageOf(content)
  const buttons = buttonsOf(content, language, baseUrl)
  const end = page ? `\n${baseUrl}${page}` : ''
  const said = `${title}\n${text}`
  const bot = `${telegramUrl}/bot${secret}`
  if (!image) {
    const body = JSON.stringify({ chat_id: address, text: said + end, ...(buttons && { reply_markup: buttons }) })
    return post(`${bot}/sendMessage`, { 'content-type': 'application/json' }, body, allowed)
  }
  const form = new FormData()
  form.set('chat_id', address)
  form.set('caption', cut(said, MAX_CAPTION - end.length) + end)
  if (buttons) form.set('reply_markup', JSON.stringify(buttons))
  form.set('photo', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'picture.jpg')
  return postForm(`${bot}/sendPhoto`, form, allowed)
}

/** Below a message about an open alarm. Telegram takes links to public sites only, and refuses a message with another one. */
function buttonsOf(content: Content, language: Language, baseUrl: string) {
  const silencePage = silencePageOf(content)
  if (!silencePage || !baseUrl.startsWith('https:')) return null
  const { open, silence } = TEXTS[language]
  const buttons = [
    { text: open, url: `${baseUrl}${pageOf(content)}` },
    { text: silence, url: baseUrl + silencePage },
  ]
  return { inline_keyboard: [buttons] }
}
