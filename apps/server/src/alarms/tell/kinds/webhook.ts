import { Webhook } from 'standardwebhooks'
import { post } from '../post.ts'
import type { Sender } from './receiver.ts'

/** Source: https://www.standardwebhooks.com */
export const sendWebhook: Sender = ({ address, secret }, { id, content }, { allowed }, now) => {
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
