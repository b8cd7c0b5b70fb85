import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** With the second try six seconds: less than the time that a message has. */
const OPTIONS = { timeout: 2_000, tries: 2 }
const NOT_THERE = ['ENOTFOUND', 'ENODATA']

/**
 * The addresses of a name that a person gave. The system's own look-up makes two at once in a process, so that names whose server
 * does not answer would hold up all others, and the connections to database and mail server: it is asked for names without a dot
 * only, and for those that DNS does not know if they may be of the operator's network (hosts file, mDNS).
 */
export async function resolveName(
  name: string,
  isMaybePrivate: boolean,
  // A new one each time: the name servers of a boat change with its network.
  resolver = new Resolver(OPTIONS),
): Promise<LookupAddress[]> {
  if (!name.includes('.')) return lookup(name, { all: true })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = [...ofFamily(4, v4), ...ofFamily(6, v6)]
  if (addresses.length > 0) return addresses
  const { reason } = v4 as PromiseRejectedResult
  if (isMaybePrivate && NOT_THERE.includes(reason.code)) return lookup(name, { all: true })
  throw reason
}

const ofFamily = (family: number, answer: PromiseSettledResult<string[]>): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
