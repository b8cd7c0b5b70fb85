import { post } from '../post.ts'
import { messageText } from '../words.ts'
import { alarmsPage, type Sender } from './receiver.ts'

/** The token is in the address, which is in no log and no error. Source: https://core.telegram.org/bots/api#sendmessage */
export const sendTelegram: Sender = ({ address, secret, language }, { content }, { baseUrl, telegramUrl, allowed }) => {
  const { title, text } = messageText(content, language)
  const page = alarmsPage(content)
  const body = { chat_id: address, text: [title, text, ...(page ? [baseUrl + page] : [])].join('\n') }
  const url = `${telegramUrl}/bot${secret}/sendMessage`
  return post(url, { 'content-type': 'application/json' }, JSON.stringify(body), allowed)
}
