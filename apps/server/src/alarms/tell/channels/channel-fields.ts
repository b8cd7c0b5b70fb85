import { randomUUIDv7 } from 'node:crypto'
import type { BodyOf, Channel, changeChannel, createChannel } from '@binnacle/contract'
import { ALARM_EVENTS } from '@binnacle/contract'
import type { Updateable } from 'kysely'
import type { ChannelTable } from '../../../db/schema/tables.ts'
import { invalid } from '../../../http/errors.ts'
import type { PushKey } from '../kinds/push-keys.ts'
import { requireAddress } from './address.ts'
import { secretOf } from './secret-of.ts'

/** What a new channel is, of what its owner said. An e-mail address is to be verified. Throws invalid_request. */
export function newChannel(body: BodyOf<typeof createChannel>, pushKey: PushKey, now: Date) {
  const { kind, name, address, severity, language, events } = body
  requireFieldsOfKind(kind, body)
  requireAddress(kind, address)
  return {
    ...{ id: randomUUIDv7(), kind, name, address, secret: secretOf(body, pushKey) },
    // Validation has set the contract's defaults.
    ...{ severity: severity!, language: language! },
    events: kind === 'webhook' ? (events ?? ALARM_EVENTS) : null,
    // A program sleeps at no time.
    quiet_passes: kind === 'webhook' ? ('everything' as const) : undefined,
    verified_at: kind === 'email' ? null : now,
    created_at: now,
  }
}

/** What to change of a channel. Throws invalid_request. */
export function channelChange(
  before: Pick<Channel, 'kind' | 'summary'>,
  change: BodyOf<typeof changeChannel>,
  now: Date,
): Updateable<ChannelTable> {
  requireFieldsOfKind(before.kind, change)
  const { name, severity, language, enabled, quiet_passes, frames, events, summary } = change
  // Nothing of the past is summed up.
  const summary_until = summary && summary !== before.summary ? now : undefined
  return { name, severity, language, enabled, quiet_passes, frames, events, summary, summary_until }
}

type OfKind = Pick<BodyOf<typeof changeChannel>, 'events' | 'quiet_passes' | 'summary'>

function requireFieldsOfKind(kind: Channel['kind'], { events, quiet_passes, summary }: OfKind): void {
  if (kind !== 'webhook' && events) throw invalid('/events is for webhooks only')
  if (kind === 'webhook' && quiet_passes && quiet_passes !== 'everything')
    throw invalid('/quiet_passes must be everything for a webhook')
  if (kind === 'webhook' && summary && summary !== 'off') throw invalid('/summary must be off for a webhook')
}
