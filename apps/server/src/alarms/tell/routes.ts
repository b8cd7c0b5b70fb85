import { randomUUID, randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handle } from '../../http/register.ts'
import { admit } from '../../limits/admit.ts'
import type { Limits } from '../../limits/limits.ts'
import { requireAddress } from './address.ts'
import { changeChannel, deleteChannel, insertChannel, listChannels, receiverOf } from './channels-sql.ts'
import { sendLink } from './kinds/email.ts'
import type { Means, Receiver } from './kinds/receiver.ts'
import { NotAccepted } from './post.ts'
import { findQuietHours, releaseHeld } from './quiet/quiet-sql.ts'
import { secretOf } from './secret-of.ts'
import { send } from './send.ts'
import { codeOf, isCodeOf } from './verification.ts'

/** Of an event of the audit log. */
const MAX_VALUE = 500
/** E-mails that an account may have sent at will: links to verify an address, and tests. */
const MAILS_PER_HOUR = 10
/** Links that an address may get, from all accounts together: it may be a stranger's. */
const LINKS_PER_HOUR = 5
/** Tests that an account may send elsewhere: each makes the service post to an address that the account chose. */
const TESTS_PER_HOUR = 60

/** Where an account is told of alarms. `key`: for the codes that verify addresses. */
export function channelRoutes(handle: Handle, db: Db, means: Means, limits: Limits, key: Buffer): void {
  const mails = limits.limiter('channel-mails', MAILS_PER_HOUR, 3600)
  const tests = limits.limiter('channel-tests', TESTS_PER_HOUR, 3600)
  const links = limits.limiter('channel-links', LINKS_PER_HOUR, 3600)
  const kinds = contract.CHANNEL_KINDS.filter((kind) => kind !== 'email' || means.mail)

  const admitLink = async (ownerId: string, address: string) => {
    await admit(mails, ownerId)
    await admit(links, address.toLowerCase())
  }

  const askToVerify = (to: Pick<Receiver, 'address' | 'language'> & { id: string }) =>
    sendLink(means.mail, to, `${means.baseUrl}/account?channel=${to.id}&code=${codeOf(key, to)}`)

  handle(contract.listChannels, async ({ caller }) => ({
    channels: await listChannels(db, caller.id),
    kinds,
    push_key: means.pushKeys[0]!.publicKey,
    quiet_hours: await findQuietHours(db, caller.id),
  }))

  handle(contract.createChannel, async (call) => {
    const { caller, body, now, once } = call
    const { kind, name, address, severity, language } = body
    const events = eventsOf(kind, body.events) ?? (kind === 'webhook' ? contract.ALARM_EVENTS : null)
    if (!kinds.includes(kind)) throw new ApiError('email_unavailable')
    requireAddress(kind, address)
    if (kind === 'email') await admitLink(caller.id, address)
    const secret = secretOf(body, means.pushKeys[0]!)
    // Validation has set the contract's defaults.
    const chosen = { severity: severity!, language: language! }
    const verified_at = kind === 'email' ? null : now
    const made = await once(async (tx) => {
      const row = { owner_id: caller.id, id: randomUUIDv7(), kind, name, address, secret, events, ...chosen }
      const quiet_passes = kind === 'webhook' ? ('everything' as const) : undefined
      const channel = await insertChannel(tx, { ...row, verified_at, quiet_passes, created_at: now })
      await record(tx, call, 'channel_created', aboutOf(channel))
      return { channel, secret: kind === 'webhook' ? secret : null }
    })
    // After the commit: a mail server that hangs must not hold up the database.
    if (kind === 'email') await askToVerify(made.channel).catch(ignoreRefusal)
    return made
  })

  handle(contract.changeChannel, (call) =>
    inTransaction(db, async (tx) => {
      const { name, severity, language, enabled, quiet_passes, frames, summary } = call.body
      const before = await receiverOf(tx, call.caller.id, call.params.id)
      const { kind } = before
      if (kind === 'webhook' && quiet_passes && quiet_passes !== 'everything')
        throw new ApiError('invalid_request', '/quiet_passes must be everything for a webhook')
      if (kind === 'webhook' && summary && summary !== 'off')
        throw new ApiError('invalid_request', '/summary must be off for a webhook')
      const events = eventsOf(kind, call.body.events)
      // Nothing of the past is summed up.
      const summary_until = summary && summary !== before.summary ? call.now : undefined
      const change = { name, severity, language, enabled, quiet_passes, frames, events, summary, summary_until }
      const channel = await changeChannel(tx, call.caller.id, call.params.id, change)
      if (quiet_passes) await releaseHeld(tx, { id: channel.id }, call.now)
      await record(tx, call, 'channel_changed', aboutOf(channel))
      return { channel }
    }),
  )

  handle(contract.deleteChannel, (call) =>
    inTransaction(db, async (tx) => {
      await record(tx, call, 'channel_deleted', aboutOf(await deleteChannel(tx, call.caller.id, call.params.id)))
      return { removed: true }
    }),
  )

  handle(contract.verifyChannel, async ({ caller, params, body, now }) => {
    const receiver = await receiverOf(db, caller.id, params.id)
    if (!isCodeOf(key, receiver, body.code)) throw new ApiError('invalid_code')
    return { channel: await changeChannel(db, caller.id, params.id, { verified_at: receiver.verified_at ?? now }) }
  })

  handle(contract.testChannel, async ({ caller, params, now }) => {
    const receiver = await receiverOf(db, caller.id, params.id)
    if (!receiver.verified_at) await admitLink(caller.id, receiver.address)
    else await admit(receiver.kind === 'email' ? mails : tests, caller.id)
    const content = { event: 'test' as const, vessel: null, alarm: null }
    try {
      if (receiver.verified_at) await send(receiver, { id: randomUUID(), content, tries: 1 }, means, now)
      else await askToVerify(receiver)
      return { error: null }
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error
      return { error: error.message }
    }
  })
}

/** What was chosen of the events. Throws invalid_request for channels that have none. */
function eventsOf(kind: contract.ChannelKind, events: contract.WebhookEvent[] | undefined) {
  if (events && kind !== 'webhook') throw new ApiError('invalid_request', '/events is for webhooks only')
  return events
}

/** Where it leads, without what only its owner should know: the topic, the path. */
function aboutOf({ name, kind, address }: Pick<contract.Channel, 'name' | 'kind' | 'address'>): contract.AuditDetail {
  const host = kind === 'email' ? address.slice(address.lastIndexOf('@') + 1) : URL.parse(address)?.host
  return { name, value: [kind, ...(host ? [host] : [])].join(' ').slice(0, MAX_VALUE) }
}

/** The channel stays without a verified address; a test sends the link again, and says what is wrong. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof NotAccepted)) throw error
}
