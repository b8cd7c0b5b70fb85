import type { ChannelKind, Language } from '@binnacle/contract'
import type { SendMail } from '../../../service/mail/mail.ts'
import type { Content } from '../content.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { AllowedNets } from '../post/post.ts'
import type { PushKey } from './push-keys.ts'

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
  /** This one included. */
  tries: number
}

/** What sending takes besides the receiver and the message. */
export interface SendContext {
  baseUrl: string
  allowed: AllowedNets
  /** null: the installation sends no e-mail. */
  mail: SendMail | null
  /** The current one first. A browser takes messages only by the key with which it subscribed. */
  pushKeys: readonly PushKey[]
  telegramUrl: string
  pictures: Pictures
}

/** Throws NotAccepted. */
export type Sender = (to: Receiver, message: Outgoing, context: SendContext, now: Date) => Promise<void>
