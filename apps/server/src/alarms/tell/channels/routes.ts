import { randomUUID } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { record } from '../../../audit/record.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handle } from '../../../http/route/register.ts'
import type { Limits } from '../../../limits/limits.ts'
import { sendLink } from '../kinds/email.ts'
import type { Means, Receiver } from '../kinds/receiver.ts'
import { NotAccepted } from '../post/post.ts'
import { findQuietHours, releaseHeld } from '../quiet/quiet-sql.ts'
import { send } from '../send.ts'
import { changeChannel, deleteChannel, insertChannel, listChannels, receiverOf } from './channels-sql.ts'
import { channelChange, newChannel } from './new-channel.ts'
import { sendingLimits } from './sending-limits.ts'
import { codeOf, isCodeOf } from './verification.ts'

/** Of an event of the audit log. */
const MAX_VALUE = 500

/** Where an account is told of alarms. `key`: for the codes that verify addresses. */
export function channelRoutes(handle: Handle, db: Db, means: Means, limits: Limits, key: Buffer): void {
  const sending = sendingLimits(limits)
  const kinds = contract.CHANNEL_KINDS.filter((kind) => kind !== 'email' || means.mail)

  const askToVerify = (to: Pick<Receiver, 'address' | 'language'> & { id: string }) =>
    sendLink(means.mail, to, `${means.baseUrl}/account?channel=${to.id}&code=${codeOf(key, to)}`)

  handle(contract.listChannels, async ({ caller }) => ({
    channels: await listChannels(db, caller.id),
    kinds,
    push_key: means.pushKeys[0]!.publicKey,
    quiet_hours: (await findQuietHours(db, caller.id)) ?? null,
  }))

  handle(contract.createChannel, async (call) => {
    const { caller, body, now, once } = call
    if (!kinds.includes(body.kind)) throw new ApiError('email_unavailable')
    const row = newChannel(body, means.pushKeys[0]!, now)
    if (!row.verified_at) await sending.admitLink(caller.id, row.address)
    const made = await once(async (tx) => {
      const channel = await insertChannel(tx, { owner_id: caller.id, ...row })
      await record(tx, call, 'channel_created', aboutOf(channel))
      return { channel, secret: row.kind === 'webhook' ? row.secret : null }
    })
    // After the commit: a mail server that hangs must not hold up the database. A test sends the link again, and says what is wrong.
    if (!row.verified_at) await refusalOf(askToVerify(made.channel))
    return made
  })

  handle(contract.changeChannel, (call) =>
    inTransaction(db, async (tx) => {
      const { caller, params, body, now } = call
      const before = await receiverOf(tx, caller.id, params.id)
      const channel = await changeChannel(tx, caller.id, params.id, channelChange(before, body, now))
      if (body.quiet_passes) await releaseHeld(tx, { id: channel.id }, now)
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
    await sending.admitTest(caller.id, receiver)
    const test = { id: randomUUID(), content: { event: 'test', vessel: null, alarm: null }, tries: 1 } as const
    return { error: await refusalOf(receiver.verified_at ? send(receiver, test, means, now) : askToVerify(receiver)) }
  })
}

/** Where it leads, without what only its owner should know: the topic, the path. */
function aboutOf({ name, kind, address }: Pick<contract.Channel, 'name' | 'kind' | 'address'>): contract.AuditDetail {
  const host = kind === 'email' ? address.slice(address.lastIndexOf('@') + 1) : URL.parse(address)?.host
  return { name, value: [kind, ...(host ? [host] : [])].join(' ').slice(0, MAX_VALUE) }
}

/** Why a message was not accepted; null: it was. */
async function refusalOf(sent: Promise<void>): Promise<string | null> {
  try {
    await sent
    return null
  } catch (error) {
    if (error instanceof NotAccepted) return error.message
    throw error
  }
}
