import type { createChannel } from '@binnacle/contract'
import type { Static } from 'typebox'
import type { RequestOptions } from 'web-push'
import type { Content } from '../content.ts'
import { Gone, NotAccepted, post } from '../post/post.ts'
import { cut, messageText, TEXTS } from '../words.ts'
import { pageOf } from './pages.ts'
import type { SendContext, Sender } from './sender.ts'

type Keys = NonNullable<Static<typeof createChannel.body>['push']>

/** What the browser gave, and by which of our keys it takes messages. */
interface Subscription extends Keys {
  by: string
}

const DAY_S = 86_400
/** A push message has 4 kB, and a character up to three bytes. */
const MAX_TEXT = 800

export const subscriptionOf = (keys: Keys, by: string): string => JSON.stringify({ ...keys, by } satisfies Subscription)

/** What the app's service worker shows: see apps/web/src/push/push-message.ts. */
export const sendWebPush: Sender = async ({ address, secret, language }, { content }, context, now) => {
  const { by, ...keys } = JSON.parse(secret!) as Subscription
  const { title, text } = messageText(content, language)
  const { alarm, picture } = content
  const message = {
    title,
    body: cut(text, MAX_TEXT),
    path: pageOf(content) ?? '/account',
    image: picture ? context.pictures.link(picture, now) : null,
    alarm: alarm?.id ?? null,
    answers: answersOf(content),
    labels: { acknowledge: TEXTS[language].acknowledge, silence: TEXTS[language].silenceHour },
  }
  const { headers, body } = await encrypted(address, keys, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(context), ...keyFor(context, by) },
    TTL: DAY_S,
    urgency: 'high',
    // The end takes the place of a beginning that a phone without network did not get yet.
    ...(alarm && { topic: alarm.id.replaceAll('-', '') }),
  })
  await post(address, headers, body, context.allowed).catch((error) => {
    const isGone = error instanceof NotAccepted && [404, 410].includes(error.status!)
    throw isGone ? new Gone('the browser has ended the subscription') : error
  })
}

/** Where the app's service worker acknowledges or silences it. What has ended needs neither. */
function answersOf({ vessel, alarm }: Content): string | null {
  if (!alarm || alarm.ended_at) return null
  return `${vessel ? '/v1/alarms' : '/app/operator/alarms'}/${alarm.id}`
}

function keyFor({ pushKeys }: SendContext, by: string) {
  const key = pushKeys.find(({ publicKey }) => publicKey === by)
  if (!key) throw new Gone('the browser must subscribe again: the secret of the installation has changed')
  return key
}

/** Whom the push service may ask about our messages. */
const subjectOf = ({ baseUrl }: SendContext): string =>
  baseUrl.startsWith('https:') ? baseUrl : `mailto:binnacle@${new URL(baseUrl).hostname}`

async function encrypted(endpoint: string, keys: Keys, text: string, options: RequestOptions) {
  // Loaded with the first message: it takes memory.
  const { default: webPush } = await import('web-push')
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, options)
    const entries = Object.entries(headers as Record<string, string | number>)
    return { headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)])), body }
  } catch {
    throw new Gone("the browser's keys are not valid")
  }
}
