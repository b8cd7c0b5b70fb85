import type { ChannelKind, Language } from '@binnacle/contract'
import { Webhook } from 'standardwebhooks'
import type { Content } from './content.ts'
import { type AllowedNets, post } from './post.ts'
import { messageText } from './words.ts'

export interface Receiver {
  kind: ChannelKind
  address: string
  secret: string | null
  language: Language
}

/** A message as it is sent: `id` stays the same when it is sent again. */
export interface Outgoing {
  id: string
  content: Content
}

/** Sends a message. Throws NotAccepted. */
export function send(to: Receiver, message: Outgoing, baseUrl: string, allowed: AllowedNets, now: Date): Promise<void> {
  return to.kind === 'ntfy' ? sendNtfy(to, message, baseUrl, allowed) : sendWebhook(to, message, allowed, now)
}

/** As JSON to the server's root, since a header takes no text but ASCII. Source: https://docs.ntfy.sh/publish/#publish-as-json */
function sendNtfy({ address, language }: Receiver, { content }: Outgoing, baseUrl: string, allowed: AllowedNets) {
  const url = new URL(address)
  const path = url.pathname.replace(/\/+$/, '')
  const topic = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  const { title, text } = messageText(content, language)
  const { event, alarm, vessel } = content
  const urgent = event === 'began' && alarm?.severity === 'alarm'
  const body = {
    topic,
    title,
    message: text,
    priority: urgent ? 5 : 3,
    tags: [event === 'began' ? (urgent ? 'rotating_light' : 'warning') : 'white_check_mark'],
    ...(alarm && { click: `${baseUrl}/boats/${vessel.id}/alarms` }),
  }
  const root = `${url.origin}${path.slice(0, path.lastIndexOf('/'))}/`
  return post(root, { 'content-type': 'application/json' }, JSON.stringify(body), allowed)
}

/** Source: https://www.standardwebhooks.com */
function sendWebhook({ address, secret }: Receiver, { id, content }: Outgoing, allowed: AllowedNets, now: Date) {
  const { event, vessel, alarm } = content
  const body = JSON.stringify({
    type: event === 'test' ? 'test' : `vessel.alarm.${event}`,
    timestamp: (event === 'ended' && alarm?.ended_at) || alarm?.began_at || now.toISOString(),
    data: { vessel, alarm },
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret!).sign(id, now, body),
  }
  return post(address, headers, body, allowed)
}
