import type { ChannelKind } from '@binnacle/contract'

const EMAIL = /^[^\s@,;<>]+@[^\s@,;<>]+$/
const CHAT = /^(-?\d{1,20}|@\w{5,32})$/
const TOKEN = /^\d{3,20}:[\w-]{20,90}$/
const TOPIC = /\/[\w-]{1,64}\/?$/

/** What is wrong with a new channel, as the service would refuse it. */
export function checkChannel(
  kind: ChannelKind,
  name: string,
  address: string,
  token = '',
): { name?: 'name'; address?: 'address' | 'email' | 'topic' | 'chat'; token?: 'token' } {
  const noName = !name.trim() && { name: 'name' as const }
  if (kind === 'web_push') return noName || {}
  if (kind === 'telegram')
    return {
      ...noName,
      ...(!CHAT.test(address.trim()) && { address: 'chat' as const }),
      ...(!TOKEN.test(token.trim()) && { token: 'token' as const }),
    }
  if (kind === 'email') return { ...noName, ...(!EMAIL.test(address.trim()) && { address: 'email' as const }) }
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  return {
    ...noName,
    ...(!isPlain
      ? { address: 'address' as const }
      : kind === 'ntfy' && !TOPIC.test(url.pathname) && { address: 'topic' as const }),
  }
}
