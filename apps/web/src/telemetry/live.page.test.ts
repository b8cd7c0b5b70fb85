import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series } from '@binnacle/contract'
import { alarm, alarmRule, BOAT, boatPath, reading } from '../testing/boat.ts'
import { open, plain } from '../testing/open.ts'
import type { Answers } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const coolant = (value: number): Series =>
  reading({ metric: 'engine_coolant_temp', unit: 'C', instance: 'port', value })

const RANGE: Answers['GET /app/vessels/{id}/telemetry/range'] = ({ query }) => ({
  ...{ metric: query!.metric, instance: null, from: query!.from, to: query!.to, bucket_ms: 60_000, gap_ms: 9e6 },
  points: [[], [], [], [], []],
})

const openWith = (series: Series[], answers: Answers = {}) =>
  open(boatPath('/telemetry'), {
    'GET /app/vessels/{id}/telemetry/latest': { series },
    'GET /app/vessels/{id}/telemetry/range': RANGE,
    'GET /v1/vessels/{id}/alarm-rules': { rules: [alarmRule()] },
    ...answers,
  })

test('a value beyond a limit says so in words, and so does one with an open alarm', async () => {
  const page = await openWith([coolant(101), reading()])
  const tile = (await page.findByText(en.alarms.beyond.above('98 °C'))).closest('a')!
  assert.match(plain(tile.textContent), /101 °C/)
  assert.equal(tile.dataset.tone, 'late')
  assert.equal(page.getAllByText(/above|below/).length, 1)
  page.service.answer({ 'GET /app/vessels/{id}/telemetry/latest': { series: [coolant(96)] } })
  page.changed({ vessel_id: BOAT.id, topics: ['telemetry'] })
  await page.waitUntilGone(en.alarms.beyond.above('98 °C'))
  page.service.answer({ 'GET /v1/vessels/{id}/alarms': { alarms: [alarm()], next: null } })
  page.changed({ vessel_id: BOAT.id, topics: ['alarms'] })
  await page.findByText(en.alarms.beyond.above('98 °C'))
})
