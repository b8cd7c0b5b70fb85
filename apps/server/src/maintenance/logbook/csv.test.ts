import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOG_CSV_HEAD, logCsvLine } from './csv.ts'
import type { LogRow } from './log-sql.ts'

const id = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
const at = new Date('2026-05-14T09:30:00.000Z')
const position = { at: '2026-05-14T09:30:00.000000Z', id }

type Service = Extract<LogRow, { kind: 'service' }>
const service = (given: Partial<Service['service_log']>): LogRow => ({
  ...{ kind: 'service', at, id, position, engine_hour_log: null, service_id: null },
  service_log: {
    ...{ id, title: 'Oil', done_at: at, engine_hours: 412, cost: 129.9, currency: 'EUR', route: 'diy' },
    ...{ note: null, task_id: null, ...given },
  },
})

test('a service is one line, with a line end of CR LF', () => {
  assert.equal(logCsvLine(service({})), `2026-05-14T09:30:00.000Z,service,Oil,412,129.9,EUR,diy,,,,${id}\r\n`)
  assert.ok(LOG_CSV_HEAD.startsWith('\ufeffdate,kind,title,') && LOG_CSV_HEAD.endsWith('\r\n'))
})

test('an hour entry has the same columns', () => {
  const read = {
    id,
    hours: 413,
    litres: 85.5,
    fuel_cost: 153.9,
    currency: 'EUR',
    source: 'manual',
    logged_at: at,
  } as const
  const row: LogRow = { kind: 'hours', at, id, position, service_log: null, engine_hour_log: read, service_id: null }
  assert.equal(logCsvLine(row), `2026-05-14T09:30:00.000Z,hours,,413,153.9,EUR,,,85.5,manual,${id}\r\n`)
  assert.equal(logCsvLine(row).split(',').length, LOG_CSV_HEAD.split(',').length)
})

test('commas, quotes and line breaks are quoted', () => {
  const line = logCsvLine(service({ title: 'Oil, "15W-40"', note: 'two\nlines' }))
  assert.ok(line.includes('"Oil, ""15W-40"""') && line.includes('"two\nlines"'))
})

test('no text is a formula; a refund stays a number', () => {
  for (const title of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    const cell = logCsvLine(service({ title })).slice('2026-05-14T09:30:00.000Z,service,'.length)
    assert.match(cell, /^"?'/, title)
  }
  assert.ok(logCsvLine(service({ cost: -12.5 })).includes(',-12.5,'))
})
