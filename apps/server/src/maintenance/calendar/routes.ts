import * as contract from '@binnacle/contract'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { acceptedLanguage } from '../../http/accepted-language.ts'
import { ApiError, notFound, retryAfter } from '../../http/errors.ts'
import { isLinkToken, makeLinkToken } from '../../http/link-token.ts'
import type { Handle } from '../../http/register.ts'
import { addressKey } from '../../limits/address-key.ts'
import type { Limits } from '../../limits/limits.ts'
import { listVessels } from '../../vessels/sql.ts'
import { forecasts } from '../due/forecast-sql.ts'
import { entriesOf } from './entries.ts'
import { findToken, ownerOfToken, setToken } from './sql.ts'

/** Programs look a few times a day. */
const READS_PER_MINUTE = 30

/** What is due as a calendar at a secret address. Nothing is cached: a revoked address stops at once. */
export function calendarRoutes(handle: Handle, db: Db, { baseUrl }: Pick<Config, 'baseUrl'>, limits: Limits): void {
  const reads = limits.limiter('calendar', READS_PER_MINUTE, 60)
  const addressOf = (token: string) => `${baseUrl}/api/calendar/${token}.ics`

  handle(contract.getCalendar, async ({ caller }) => {
    const token = await findToken(db, caller.id)
    return { url: token && addressOf(token) }
  })

  handle(contract.makeCalendar, ({ caller, once }) =>
    once(async (tx) => {
      const token = makeLinkToken()
      await setToken(tx, caller.id, token)
      return { url: addressOf(token) }
    }),
  )

  handle(contract.deleteCalendar, async ({ caller }) => {
    await setToken(db, caller.id, null)
    return { removed: true }
  })

  handle(contract.readCalendar, async ({ params: { file }, query, request, reply, now }) => {
    const { allowed, msBeforeNext } = await reads.take(addressKey(request.ip))
    if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
    const token = file.replace(/\.ics$/, '')
    const owner = isLinkToken(token) ? await ownerOfToken(db, token) : undefined
    if (!owner) throw notFound()
    const vessels = await listVessels(db, owner.id)
    const feeds = await forecasts(db, vessels, now)
    const boats = vessels.map(({ id, name }) => ({ id, name, entries: entriesOf(feeds.get(id)!.items, now) }))
    const said = contract.LANGUAGES.find((language) => language === query.lang)
    const language = said ?? acceptedLanguage(request.headers['accept-language'])
    // With its library, which takes memory until somebody subscribes.
    const { writeCalendar } = await import('./write-calendar.ts')
    reply.type('text/calendar; charset=utf-8').headers({ vary: 'accept-language', 'content-language': language })
    return writeCalendar(boats, baseUrl, language, now)
  })
}
