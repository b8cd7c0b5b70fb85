import * as contract from '@binnacle/contract'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { notFound } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import { acceptedLanguage } from '../../http/values/accepted-language.ts'
import { isLinkToken, makeLinkToken } from '../../http/values/link-token.ts'
import { addressKey } from '../../limits/address-key.ts'
import { admit } from '../../limits/admit.ts'
import type { Limits } from '../../limits/limits.ts'
import type { Config } from '../../settings/config.ts'
import { keepVesselOrNotFound, listVessels, vesselOrNotFound } from '../../vessels/sql.ts'
import { forecasts } from '../due/forecast-sql.ts'
import { entriesOf } from './entries.ts'
import { deleteVesselToken, findCalendar, findToken, findVesselToken, putVesselToken, setToken } from './sql.ts'

/** Programs look a few times a day. */
const READS_PER_MINUTE = 30

/** What is due as a calendar at a secret address. Nothing is cached: a revoked address stops at once. */
export function calendarRoutes(handle: Handle, db: Db, { baseUrl }: Pick<Config, 'baseUrl'>, limits: Limits): void {
  const reads = limits.limiter('calendar', READS_PER_MINUTE, 60)
  const addressOf = (token: string) => `${baseUrl}/api/calendar/${token}.ics`

  handle(contract.getCalendar, async ({ caller }) => {
    const token = await findToken(db, caller.id)
    return { url: token ? addressOf(token) : null }
  })

  handle(contract.makeCalendar, (call) =>
    call.once(async (tx) => {
      const token = makeLinkToken()
      await setToken(tx, call.caller.id, token)
      await record(tx, call, 'calendar_created')
      return { url: addressOf(token) }
    }),
  )

  handle(contract.deleteCalendar, (call) =>
    inTransaction(db, async (tx) => {
      await setToken(tx, call.caller.id, null)
      await record(tx, call, 'calendar_revoked')
      return { removed: true }
    }),
  )

  handle(contract.getVesselCalendar, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const token = await findVesselToken(db, id)
    return { url: token ? addressOf(token) : null }
  })

  handle(contract.makeVesselCalendar, (call) =>
    call.once(async (tx) => {
      const token = makeLinkToken()
      await putVesselToken(tx, call.caller.id, call.params.id, token)
      await record(tx, call, 'calendar_created', { vesselId: call.params.id })
      return { url: addressOf(token) }
    }),
  )

  handle(contract.deleteVesselCalendar, (call) =>
    inTransaction(db, async (tx) => {
      const { id } = await keepVesselOrNotFound(tx, call.caller.id, call.params.id)
      await deleteVesselToken(tx, id)
      await record(tx, call, 'calendar_revoked', { vesselId: id })
      return { removed: true }
    }),
  )

  handle(contract.readCalendar, async ({ params: { file }, query, request, reply, now }) => {
    await admit(reads, addressKey(request.ip))
    const token = file.replace(/\.ics$/, '')
    const of = isLinkToken(token) ? await findCalendar(db, token) : undefined
    if (!of) throw notFound()
    const boat = of.vessel_id === null ? null : await vesselOrNotFound(db, of.owner_id, of.vessel_id)
    const vessels = boat ? [boat] : await listVessels(db, of.owner_id)
    const feeds = await forecasts(db, vessels, now)
    const boats = vessels.map(({ id, name }) => ({ id, name, entries: entriesOf(feeds.get(id)!.items, now) }))
    const said = contract.LANGUAGES.find((language) => language === query.lang)
    const language = said ?? acceptedLanguage(request.headers['accept-language'])
    // With its library, which takes memory until somebody subscribes.
    const { writeCalendar } = await import('./write-calendar.ts')
    reply.type('text/calendar; charset=utf-8').headers({ vary: 'accept-language', 'content-language': language })
    return writeCalendar(boats, boat?.name, baseUrl, language, now)
  })
}
