import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOffline, type OfflineOptions } from './offline.ts'

const SMALL: OfflineOptions = { days: 0.5, kills: 10, boats: 3 }

test('half a day offline with ten kills: every reading that was on disk is stored once, with its time', async () => {
  const report = await auditOffline(SMALL)
  assert.ok(report.kills >= 10 && report.resets > 0 && report.drops > 0)
  assert.ok(report.onDisk > report.made / 2)
  assert.deepEqual([report.missing, report.twice, report.wrongTime], [0, 0, 0])
})

test('control: with a new key for each try readings are stored twice', async () => {
  const report = await auditOffline({ days: 0.2, kills: 2, boats: 2, control: 'no-key' })
  assert.ok(report.twice > 0)
  assert.equal(report.missing, 0)
})
