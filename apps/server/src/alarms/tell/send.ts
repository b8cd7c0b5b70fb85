import type { ChannelKind } from '@binnacle/contract'
import { sendEmail } from './kinds/email.ts'
import { sendNtfy } from './kinds/ntfy.ts'
import type { Sender } from './kinds/sender.ts'
import { sendTelegram } from './kinds/telegram.ts'
import { sendWebPush } from './kinds/web-push.ts'
import { sendWebhook } from './kinds/webhook.ts'

const SENDERS: Record<ChannelKind, Sender> = {
  web_push: sendWebPush,
  email: sendEmail,
  telegram: sendTelegram,
  ntfy: sendNtfy,
  webhook: sendWebhook,
}

/** Sends a message. Throws NotAccepted. */
export const send: Sender = (to, ...rest) => SENDERS[to.kind](to, ...rest)
