import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../connections/providers/provider-catalogue.ts'
import { explain, makeAjv } from '../http/route/validate.ts'
import { DATA_FILES } from './data-file.ts'
import '../maintenance/inspections/checklists/checklists.ts'
import '../maintenance/tasks/task-sets/task-sets.ts'

for (const { what, schema, data } of DATA_FILES)
  test(`${what}: the data files are what their schema says`, () => {
    const check = makeAjv().compile(schema)
    assert.ok(check(data), check.errors?.map(explain).join() ?? '')
    const spoilt = structuredClone(data) as Record<string, unknown>[]
    spoilt[0]!.unknown = 1
    delete spoilt.at(-1)![Object.keys(spoilt.at(-1)!)[0]!]
    assert.equal(check(spoilt), false)
  })

test('there are three catalogues', () => {
  assert.deepEqual(DATA_FILES.map(({ what }) => what).sort(), ['checklists', 'provider catalogue', 'task sets'])
})
