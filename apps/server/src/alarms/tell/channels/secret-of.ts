import { randomBytes } from 'node:crypto'
import type { BodyOf, createChannel } from '@binnacle/contract'
import { invalid } from '../../../http/errors.ts'
import type { PushKey } from '../kinds/push-keys.ts'
import { subscriptionOf } from '../kinds/web-push.ts'

const WEBHOOK_BYTES = 32

/** The secret with which to send to a new channel; null: its kind has none. Throws invalid_request when the owner must give one. */
export function secretOf({ kind, token, push }: BodyOf<typeof createChannel>, pushKey: PushKey): string | null {
  if (kind === 'webhook') return `whsec_${randomBytes(WEBHOOK_BYTES).toString('base64')}`
  if (kind === 'web_push') {
    if (!push) throw invalid('/push is required for web_push')
    return subscriptionOf(push, pushKey.publicKey)
  }
  if (kind !== 'telegram') return null
  if (!token || !/^\d{3,20}:[\w-]{20,90}$/.test(token))
    throw invalid('/token must be the token of a bot, as BotFather gives it')
  return token
}
