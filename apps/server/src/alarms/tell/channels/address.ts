import type { ChannelKind } from '@binnacle/contract'
import { invalid } from '../../../http/errors.ts'
import { isMailAddress } from '../../../text/mail-address.ts'

/** Throws invalid_request for what cannot be the address of such a channel. What it resolves to is checked when it is dialled. */
export function requireAddress(kind: ChannelKind, address: string): void {
  if (kind === 'email') {
    if (!isMailAddress(address)) throw invalid('/address must be an e-mail address')
    return
  }
  if (kind === 'telegram') {
    if (!/^(-?\d{1,20}|@\w{5,32})$/.test(address))
      throw invalid('/address must be the id of a chat, or @ and the name of a channel')
    return
  }
  // A parser of addresses leaves line breaks out by itself: what is shown would not be what is dialled.
  const url = !/[\s\p{Cc}]/u.test(address) && URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash)
    throw invalid('/address must be an http or https address without user or fragment')
  if (kind === 'ntfy' && !/\/[\w-]{1,64}\/?$/.test(url.pathname))
    throw invalid('/address must end with the name of a topic, as in https://ntfy.sh/my-boat')
}
