import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import type { Handle } from '../http/route/register.ts'
import { anyAccount, signupsOpen } from '../service/settings.ts'
import type { Config } from '../settings/config.ts'
import { isFromThisMachine } from './sign-in/first-account.ts'

export function startRoutes(
  handle: Handle,
  db: Db,
  { baseUrl, signups, oidcIssuer, oidcName, smtpUrl, mapTilesUrl, mapTilesAttribution }: Config,
): void {
  handle(contract.getStart, async ({ request }) => {
    const first_run = !(await anyAccount(db))
    return {
      first_run,
      setup_token_required: first_run && !isFromThisMachine(request, baseUrl),
      signups_open: await signupsOpen(db, signups),
      oidc_name: oidcIssuer === null ? null : oidcName,
      sends_email: smtpUrl !== null,
      map_tiles: mapTilesUrl === null ? null : { url: mapTilesUrl, attribution: mapTilesAttribution },
    }
  })
}
