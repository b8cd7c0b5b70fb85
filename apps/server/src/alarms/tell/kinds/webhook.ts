import { eventOfAlarm } from '@binnacle/contract'
import { Webhook } from 'standardwebhooks'
import type { Content } from '../content.ts'
import { post } from '../post.ts'
import type { Sender } from './receiver.ts'

/** As WEBHOOKS of the contract has it. */
function payloadOf({ event, vessel, alarm, at, data }: Content, now: Date) {
  if (alarm) {
    const timestamp = (event === 'ended' && alarm.ended_at) || alarm.began_at
    return { type: `${eventOfAlarm(alarm.kind)}.${event}`, timestamp, data: { vessel, alarm } }
  }
  return { type: event, timestamp: at ?? now.toISOString(), data: data ? { vessel, ...data } : {} }
}

/** Source: https://www.standardwebhooks.com */
export const sendWebhook: Sender = ({ address, secret }, { id, content }, { allowed }, now) => {
  const body = JSON.stringify(payloadOf(content, now))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret!).sign(id, now, body),
  }
  return post(address, headers, body, allowed)
}
