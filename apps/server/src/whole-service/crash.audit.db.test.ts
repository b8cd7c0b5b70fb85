import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditReport, auditCrash, type Control, describe } from '../../../../bench/audits/crash/crash.ts'
import { testServerUrl } from '../testing/database.ts'

// With TEST_DATABASE_URL it is PostgreSQL's turn: on a server of the audit's own, which can be killed.
const database = testServerUrl ? 'postgres' : 'embedded'
/** npm run audit:crash makes as many as it is asked for. */
const ROUNDS = 6

/** It went where it hurts: answers that were lost after the commit, and batches sent again. */
const enough = ({ batches, resent, storedUnanswered }: AuditReport) =>
  batches > 40 && resent > 0 && storedUnanswered > 0

async function audit(rounds: number, control: Control | null = null) {
  const options = { database, rounds, control, ...(control === null && { enough }) } as const
  const report = await auditCrash(options)
  return { report, line: describe(options, report) }
}

test(`${ROUNDS} crashes: nothing acknowledged is missing, nothing is there twice, the meter has its logbook`, async (t) => {
  const { report, line } = await audit(ROUNDS)
  t.diagnostic(line)
  assert.deepEqual([report.missing, report.twice, report.wrong], [0, 0, []], line)
  assert.ok(enough(report), line)
  assert.equal(report.kills.service + report.kills.database >= ROUNDS, true, line)
})

test('control: onboard devices whose batches have no name are found to be stored twice', async (t) => {
  const { report, line } = await audit(15 * ROUNDS, 'resend-as-new')
  t.diagnostic(line)
  assert.ok(report.twice > 0, line)
})

test('control: commits that are acknowledged before they are written are found to be missing', async (t) => {
  const { report, line } = await audit(8 * ROUNDS, 'commit-later')
  t.diagnostic(line)
  assert.ok(report.missing > 0, line)
})
