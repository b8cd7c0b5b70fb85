import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handle } from '../../http/register.ts'
import { changeChannel, deleteChannel, insertChannel, listChannels, receiverOf } from './channels-sql.ts'
import { NotAccepted } from './post.ts'
import { send } from './send.ts'

const SECRET_BYTES = 32

/** Where an account is told of alarms. */
export function channelRoutes(handle: Handle, db: Db, { baseUrl, notifyAllowPrivate }: Config): void {
  handle(contract.listChannels, async ({ caller }) => ({ channels: await listChannels(db, caller.id) }))

  handle(contract.createChannel, ({ caller, body, now, once }) => {
    const { kind, name, address, severity, language } = body
    requireAddress(kind, address)
    const secret = kind === 'webhook' ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null
    // Validation has set the contract's defaults.
    const chosen = { severity: severity!, language: language! }
    return once(async (tx) => {
      const row = { owner_id: caller.id, id: randomUUIDv7(), kind, name, address, secret, ...chosen, created_at: now }
      return { channel: await insertChannel(tx, row), secret }
    })
  })

  handle(contract.changeChannel, async ({ caller, params, body: { name, severity, language, enabled } }) => ({
    channel: await changeChannel(db, caller.id, params.id, { name, severity, language, enabled }),
  }))

  handle(contract.deleteChannel, async ({ caller, params }) => {
    await deleteChannel(db, caller.id, params.id)
    return { removed: true }
  })

  handle(contract.testChannel, async ({ caller, params, now }) => {
    const receiver = await receiverOf(db, caller.id, params.id)
    const content = { event: 'test' as const, vessel: { id: '', name: '' }, alarm: null }
    try {
      await send(receiver, { id: randomUUID(), content }, baseUrl, notifyAllowPrivate ?? [], now)
      return { error: null }
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error
      return { error: error.message }
    }
  })
}

/** Throws invalid_request. What it resolves to is checked when it is dialled. */
function requireAddress(kind: contract.ChannelKind, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw new ApiError('invalid_request', '/address must be an http or https address without user or fragment')
  if (kind === 'ntfy' && !/\/[\w-]{1,64}\/?$/.test(url.pathname))
    throw new ApiError('invalid_request', '/address must end with the name of a topic, as in https://ntfy.sh/my-boat')
}
