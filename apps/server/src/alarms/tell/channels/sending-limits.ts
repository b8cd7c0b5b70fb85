import { LIMITS } from '@binnacle/contract'
import { admit } from '../../../limits/admit.ts'
import type { Limits } from '../../../limits/limits.ts'
import type { Receiver } from '../kinds/receiver.ts'

/** Links that an address may get, from all accounts together: it may be a stranger's. */
const LINKS_PER_HOUR = 5

/** How often an account may have something sent to its channels. */
export function sendingLimits(limits: Limits) {
  const mails = limits.limiter('channel-mails', LIMITS.mailsPerHour, 3600)
  const tests = limits.limiter('channel-tests', LIMITS.testsPerHour, 3600)
  const links = limits.limiter('channel-links', LINKS_PER_HOUR, 3600)

  async function admitLink(ownerId: string, address: string): Promise<void> {
    await admit(mails, ownerId)
    await admit(links, address.toLowerCase())
  }

  async function admitTest(ownerId: string, to: Pick<Receiver, 'kind' | 'address'> & { verified_at: Date | null }) {
    if (!to.verified_at) await admitLink(ownerId, to.address)
    else await admit(to.kind === 'email' ? mails : tests, ownerId)
  }

  return { admitLink, admitTest }
}
