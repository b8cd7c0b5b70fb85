import { post } from '../post/post.ts'
import { messageText, TEXTS } from '../words.ts'
import { pageOf, silencePageOf } from './pages.ts'
import type { Sender } from './sender.ts'

/** As JSON to the server's root, since a header takes no text but ASCII. Source: https://docs.ntfy.sh/publish/#publish-as-json */
export const sendNtfy: Sender = ({ address, language }, { content }, { baseUrl, allowed, pictures }, now) => {
  const url = new URL(address)
  const path = url.pathname.replace(/\/+$/, '')
  const topic = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  const { title, text } = messageText(content, language)
  const page = pageOf(content)
  const silencePage = silencePageOf(content)
  const { event, alarm, digest, picture } = content
  const open = digest ? digest.alarms.filter(({ ended_at }) => !ended_at) : event === 'began' && alarm ? [alarm] : []
  const urgent = open.some(({ severity }) => severity === 'alarm')
  const body = {
    topic,
    title,
    message: text,
    priority: urgent ? 5 : 3,
    tags: [
      event === 'frame' ? 'camera' : open.length > 0 ? (urgent ? 'rotating_light' : 'warning') : 'white_check_mark',
    ],
    ...(page && { click: baseUrl + page }),
    ...(silencePage && {
      // Without `clear`: what only opens a page has answered nothing yet.
      actions: [
        { action: 'view', label: TEXTS[language].open, url: baseUrl + page },
        { action: 'view', label: TEXTS[language].silence, url: baseUrl + silencePage },
      ],
    }),
    ...(picture && { attach: pictures.link(picture, now), filename: 'picture.webp' }),
  }
  const root = `${url.origin}${path.slice(0, path.lastIndexOf('/'))}/${url.search}`
  return post(root, { 'content-type': 'application/json' }, JSON.stringify(body), allowed)
}
