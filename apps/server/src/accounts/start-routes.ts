import * as contract from '@binnacle/contract'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { On } from '../http/register.ts'
import { anyAccount, signupsOpen } from '../operator/settings.ts'

export function startRoutes(on: On, db: Db, { signups, mapTilesUrl, mapTilesAttribution }: Config): void {
  on(contract.getStart, async () => ({
    first_run: !(await anyAccount(db)),
    signups_open: await signupsOpen(db, signups),
    map_tiles: mapTilesUrl === null ? null : { url: mapTilesUrl, attribution: mapTilesAttribution },
  }))
}
