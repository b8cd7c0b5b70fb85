import type { ChannelKind } from '@binnacle/contract'

export type ChannelProblem = 'name' | 'address' | 'topic'

const TOPIC = /\/[\w-]{1,64}\/?$/

/** What is wrong with a new channel, as the service would refuse it. */
export function checkChannel(
  kind: ChannelKind,
  name: string,
  address: string,
): { name?: 'name'; address?: 'address' | 'topic' } {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  return {
    ...(!name.trim() && { name: 'name' as const }),
    ...(!isPlain
      ? { address: 'address' as const }
      : kind === 'ntfy' && !TOPIC.test(url.pathname) && { address: 'topic' as const }),
  }
}
