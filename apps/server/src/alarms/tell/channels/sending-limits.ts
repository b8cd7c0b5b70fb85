import { admit } from '../../../limits/admit.ts'
import type { Limits } from '../../../limits/limits.ts'
import type { Receiver } from '../kinds/receiver.ts'

/** E-mails that an account may have sent at will: links to verify an address, and tests. */
const MAILS_PER_HOUR = 10
/** Links that an address may get, from all accounts together: it may be a stranger's. */
const LINKS_PER_HOUR = 5
/** Tests that an account may send elsewhere: each makes the service post to an address that the account chose. */
const TESTS_PER_HOUR = 60

/** How often an account may have something sent to its channels. */
export function sendingLimits(limits: Limits) {
  const mails = limits.limiter('channel-mails', MAILS_PER_HOUR, 3600)
  const tests = limits.limiter('channel-tests', TESTS_PER_HOUR, 3600)
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
