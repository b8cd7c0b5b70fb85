import { randomUUID, randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { ApiError, retryAfter } from '../../http/errors.ts'
import type { Handle } from '../../http/register.ts'
import type { Limits } from '../../limits/limits.ts'
import { requireAddress } from './address.ts'
import { changeChannel, deleteChannel, insertChannel, listChannels, receiverOf } from './channels-sql.ts'
import { sendLink } from './kinds/email.ts'
import type { Means, Receiver } from './kinds/receiver.ts'
import { NotAccepted } from './post.ts'
import { secretOf } from './secret-of.ts'
import { send } from './send.ts'
import { codeOf, isCodeOf } from './verification.ts'

/** E-mails that an account may have sent at will: links to verify an address, and tests. */
const MAILS_PER_HOUR = 10

/** Where an account is told of alarms. `key`: for the codes that verify addresses. */
export function channelRoutes(handle: Handle, db: Db, means: Means, limits: Limits, key: Buffer): void {
  const mails = limits.limiter('channel-mails', MAILS_PER_HOUR, 3600)
  const kinds = contract.CHANNEL_KINDS.filter((kind) => kind !== 'email' || means.mail)

  const admitMail = async (ownerId: string) => {
    const { allowed, msBeforeNext } = await mails.take(ownerId)
    if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
  }

  const askToVerify = (to: Pick<Receiver, 'address' | 'language'> & { id: string }) =>
    sendLink(means.mail, to, `${means.baseUrl}/account?channel=${to.id}&code=${codeOf(key, to)}`)

  handle(contract.listChannels, async ({ caller }) => ({
    channels: await listChannels(db, caller.id),
    kinds,
    push_key: means.pushKeys[0]!.publicKey,
  }))

  handle(contract.createChannel, async ({ caller, body, now, once }) => {
    const { kind, name, address, severity, language } = body
    if (!kinds.includes(kind)) throw new ApiError('email_unavailable')
    requireAddress(kind, address)
    if (kind === 'email') await admitMail(caller.id)
    const secret = secretOf(body, means.pushKeys[0]!)
    // Validation has set the contract's defaults.
    const chosen = { severity: severity!, language: language! }
    const verified_at = kind === 'email' ? null : now
    const made = await once(async (tx) => {
      const row = { owner_id: caller.id, id: randomUUIDv7(), kind, name, address, secret, ...chosen }
      return {
        channel: await insertChannel(tx, { ...row, verified_at, created_at: now }),
        secret: kind === 'webhook' ? secret : null,
      }
    })
    // After the commit: a mail server that hangs must not hold up the database.
    if (kind === 'email') await askToVerify(made.channel).catch(ignoreRefusal)
    return made
  })

  handle(contract.changeChannel, async ({ caller, params, body: { name, severity, language, enabled } }) => ({
    channel: await changeChannel(db, caller.id, params.id, { name, severity, language, enabled }),
  }))

  handle(contract.deleteChannel, async ({ caller, params }) => {
    await deleteChannel(db, caller.id, params.id)
    return { removed: true }
  })

  handle(contract.verifyChannel, async ({ caller, params, body, now }) => {
    const receiver = await receiverOf(db, caller.id, params.id)
    if (!isCodeOf(key, receiver, body.code)) throw new ApiError('invalid_code')
    return { channel: await changeChannel(db, caller.id, params.id, { verified_at: receiver.verified_at ?? now }) }
  })

  handle(contract.testChannel, async ({ caller, params, now }) => {
    const receiver = await receiverOf(db, caller.id, params.id)
    if (receiver.kind === 'email') await admitMail(caller.id)
    const content = { event: 'test' as const, vessel: { id: '', name: '' }, alarm: null }
    try {
      if (receiver.verified_at) await send(receiver, { id: randomUUID(), content }, means, now)
      else await askToVerify(receiver)
      return { error: null }
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error
      return { error: error.message }
    }
  })
}

/** The channel stays without a verified address; a test sends the link again, and says what is wrong. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof NotAccepted)) throw error
}
