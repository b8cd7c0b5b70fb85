import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import type { OwnerCaller } from '../http/route/callers.ts'
import type { Handle } from '../http/route/register.ts'
import { askedPage } from '../http/values/asked-span.ts'
import { cursorOf } from '../http/values/time-cursor.ts'
import { vesselOrNotFound } from '../vessels/sql.ts'
import { acknowledge, endSilence, listAlarms, silence } from './alarms-sql.ts'
import type { Judge } from './judge/start-judge.ts'
import { onboardAlarms } from './onboard-sql.ts'
import { changeRule, deleteRule, insertRule, listRules } from './rules/sql.ts'

/** Who acknowledges. */
const nameOf = ({ name, accessKey }: OwnerCaller) => accessKey?.name ?? name

/** A vessel's alarms and their rules. */
export function alarmRoutes(handle: Handle, db: Db, judge: Judge): void {
  handle(contract.listAlarms, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const limit = query.limit ?? contract.LIMITS.alarmsPerRead.default
    const page = askedPage(query)
    const { time, after = null, order = 'desc' } = page ?? {}
    const found = await listAlarms(db, id, { state: query.state, time }, after, limit + 1, order)
    const alarms = found.slice(0, limit).map(({ position: _, ...alarm }) => alarm)
    if (!page) return { alarms }
    return { alarms, next: found.length > limit ? cursorOf(found[limit - 1]!.position) : null }
  })

  handle(contract.listOnboardAlarms, async ({ caller, now }) => ({
    ...(await onboardAlarms(db, caller.vesselId, now)),
    poll_after_ms: contract.LIMITS.alarmPollAfterMs,
  }))

  handle(contract.acknowledgeAlarm, ({ caller, params, now, once }) =>
    once(async (tx) => ({ alarm: await acknowledge(tx, caller.id, params.id, nameOf(caller), now) })),
  )

  handle(contract.silenceAlarm, ({ caller, params, body, now, once }) =>
    once(async (tx) => ({
      alarm: await silence(tx, caller.id, params.id, body.until ? new Date(body.until) : null, now),
    })),
  )

  handle(contract.endSilence, async ({ caller, params }) => ({ alarm: await endSilence(db, caller.id, params.id) }))

  handle(contract.listAlarmRules, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { rules: await listRules(db, id) }
  })

  handle(contract.createAlarmRule, async ({ caller, params, body, now, once }) => {
    const answer = await once(async (tx) => ({ rule: await insertRule(tx, caller.id, params.id, body, now) }))
    judge.look()
    return answer
  })

  handle(contract.changeAlarmRule, async ({ caller, params, body, now }) => {
    const rule = await changeRule(db, caller.id, params.id, body, now)
    judge.look()
    return { rule }
  })

  handle(contract.deleteAlarmRule, async ({ caller, params, now }) => {
    await deleteRule(db, caller.id, params.id, now)
    judge.look()
    return { removed: true }
  })
}
