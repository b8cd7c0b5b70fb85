import * as contract from '@binnacle/contract'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import {
  acknowledgeInstallationAlarm,
  changeRuleOfInstallation,
  endInstallationSilence,
  listInstallationAlarms,
  listInstallationRules,
  silenceInstallationAlarm,
} from './sql.ts'

/** The operator's alarms and rules: about the installation, and about no boat. */
export function installationAlarmRoutes(handle: Handle, db: Db): void {
  handle(contract.listInstallationAlarms, () => listInstallationAlarms(db))

  handle(contract.acknowledgeInstallationAlarm, async ({ caller, params, now }) => ({
    alarm: await acknowledgeInstallationAlarm(db, params.id, caller.name, now),
  }))

  handle(contract.silenceInstallationAlarm, async ({ params, body, now }) => ({
    alarm: await silenceInstallationAlarm(db, params.id, body.until ? new Date(body.until) : null, now),
  }))

  handle(contract.endInstallationSilence, async ({ params }) => ({
    alarm: await endInstallationSilence(db, params.id),
  }))

  handle(contract.listInstallationRules, async () => ({ rules: await listInstallationRules(db) }))

  handle(contract.changeInstallationRule, async (call) => {
    const { params, body, now } = call
    const [min, max] = contract.INSTALLATION_RULE_KINDS[params.kind].range
    if (body.limit !== undefined && (body.limit < min || body.limit > max))
      throw invalid(`/limit must be between ${min} and ${max}`)
    const rule = await inTransaction(db, async (tx) => {
      const value = Object.entries(body).map(([name, to]) => `${params.kind} ${name}=${to}`)
      await record(tx, call, 'settings_changed', { value: value.join(', ') })
      return changeRuleOfInstallation(tx, params.kind, body, now)
    })
    return { rule }
  })
}
