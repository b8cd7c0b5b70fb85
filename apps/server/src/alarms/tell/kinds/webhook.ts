import { type AlarmFrame, eventOfAlarm } from '@binnacle/contract'
import { Webhook } from 'standardwebhooks'
import type { Content, MessagePicture } from '../content.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { post } from '../post/post.ts'
import type { Sender } from './sender.ts'

/** As WEBHOOKS of the contract has it. */
function payloadOf({ event, vessel, alarm, picture, at, data }: Content, pictures: Pictures, now: Date) {
  if (alarm) {
    const timestamp =
      (event === 'ended' && alarm.ended_at) || (event === 'frame' && picture?.captured_at) || alarm.began_at
    const type = `${eventOfAlarm(alarm.kind)}.${event}`
    const shown = ['vessel.alarm.began', 'vessel.alarm.frame'].includes(type) && {
      frame: picture ? frameOf(picture, pictures, now) : null,
    }
    if (vessel) return { type, timestamp, data: { vessel, alarm, ...shown } }
    const { metric: _, ...ofInstallation } = alarm
    return { type, timestamp, data: { alarm: ofInstallation } }
  }
  return { type: event, timestamp: at ?? now.toISOString(), data: data ? { vessel, ...data } : {} }
}

const frameOf = (picture: MessagePicture, pictures: Pictures, now: Date): AlarmFrame => {
  const { id, camera_id, label, captured_at } = picture
  return { id, camera_id, label, captured_at, url: pictures.link(picture, now) }
}

/** Source: https://www.standardwebhooks.com */
export const sendWebhook: Sender = ({ address, secret }, { id, content }, { allowed, pictures }, now) => {
  const body = JSON.stringify(payloadOf(content, pictures, now))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret!).sign(id, now, body),
  }
  return post(address, headers, body, allowed)
}
