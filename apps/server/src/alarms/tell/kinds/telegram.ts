import { post, postForm } from '../post.ts'
import { cut, messageText } from '../words.ts'
import { pageOf, type Sender } from './receiver.ts'
import { withImage } from './with-image.ts'

/** Of the text below a picture. */
const MAX_CAPTION = 1024

/**
 * The token is in the address, which is in no log and no error. Source: https://core.telegram.org/bots/api#sendmessage and #sendphoto
 */
export const sendTelegram: Sender = async ({ address, secret, language }, message, means) => {
  const { baseUrl, telegramUrl, allowed } = means
  const { content, image } = await withImage(message, means)
  const { title, text } = messageText(content, language)
  const page = pageOf(content)
  const end = page ? `\n${baseUrl}${page}` : ''
  const said = `${title}\n${text}`
  const bot = `${telegramUrl}/bot${secret}`
  if (!image) {
    const body = JSON.stringify({ chat_id: address, text: said + end })
    return post(`${bot}/sendMessage`, { 'content-type': 'application/json' }, body, allowed)
  }
  const form = new FormData()
  form.set('chat_id', address)
  form.set('caption', cut(said, MAX_CAPTION - end.length) + end)
  form.set('photo', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'picture.jpg')
  return postForm(`${bot}/sendPhoto`, form, allowed)
}
