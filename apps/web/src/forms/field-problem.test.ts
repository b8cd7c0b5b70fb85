import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiProblem } from '../api/client.ts'
import { fieldProblem } from './field-problem.ts'

test('what the service says of a field stands beside the field', () => {
  const refused = new ApiProblem(400, 'invalid_request: /cost must be a multiple of 0.01')
  assert.deepEqual(fieldProblem(refused), { field: 'cost', text: 'must be a multiple of 0.01' })
})

test('any other problem is not of a field', () => {
  for (const error of [
    new ApiProblem(404, 'not_found'),
    new ApiProblem(400, 'invalid_request: / text'),
    new Error('x'),
    null,
  ])
    assert.equal(fieldProblem(error), null)
})
