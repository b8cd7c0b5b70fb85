import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './csv.ts'

const at = Date.parse('2026-05-14T09:30:00Z')

test('a row a bucket', () => {
  const csv = toCsv([{ metric: 'depth', instance: null, unit: 'm', points: [[at], [1], [3], [2], [2.5]] }])
  assert.equal(csv, 'time,metric,instance,unit,min,mean,max,last\r\n2026-05-14T09:30:00.000Z,depth,,m,1,2,3,2.5\r\n')
})

test('names that would break a table or run in one', () => {
  const row = (instance: string) =>
    toCsv([{ metric: 'depth', instance, unit: null, points: [[at], [1], [1], [1], [1]] }]).split('\r\n')[1]
  assert.match(row('a,"b"')!, /,"a,""b""",/)
  assert.match(row('=HYPERLINK("x")')!, /,"'=HYPERLINK\(""x""\)",/)
  assert.match(row('oil;=1+1')!, /,oil;'=1\+1,/)
})
