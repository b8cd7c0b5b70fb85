import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDER_CATALOGUE } from '../../../../server/src/connections/providers/provider-catalogue.ts'
import { en } from '../../texts/en.ts'
import { fieldsOf, problemsOf, providerOf } from './provider-fields.ts'

const { problem } = en.operator.catalogue.form

test('an entry that is opened and saved is the same, for the whole catalogue', () => {
  for (const provider of PROVIDER_CATALOGUE) {
    assert.deepEqual(providerOf(fieldsOf(provider)), provider)
    assert.deepEqual(problemsOf(fieldsOf(provider), [], problem), {})
  }
})

test('what the service would refuse is said beside its field', () => {
  const fields = { ...fieldsOf(null), slug: 'My Box', docs_url: 'javascript:alert(1)', covers: 'x'.repeat(81) }
  assert.deepEqual(problemsOf(fields, [], problem), {
    slug: problem.slug,
    name: problem.name,
    covers: problem.covers,
    docs_url: problem.docs,
  })
  const known = { ...fieldsOf(null), slug: 'signalk', name: 'Mine' }
  assert.deepEqual(problemsOf(known, ['signalk'], problem), { slug: problem.taken })
})

test('brands are lines; blank ones and space around them do not count', () => {
  assert.deepEqual(providerOf({ ...fieldsOf(null), covers: ' Volvo Penta \n\n Yanmar' }).covers, [
    'Volvo Penta',
    'Yanmar',
  ])
})
