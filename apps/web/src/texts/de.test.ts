import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDER_CATALOGUE } from '../../../server/src/connections/providers/provider-catalogue.ts'
import { catalogue } from './de.ts'

test('every sentence of the catalogue is there in German, and none that it does not have', () => {
  const sentences = PROVIDER_CATALOGUE.flatMap(({ summary, install_notes }) => [summary, install_notes!])
  assert.deepEqual(
    sentences.filter((text) => !(text in catalogue)),
    [],
  )
  const all = new Set(PROVIDER_CATALOGUE.flatMap((p) => [p.name, p.summary, p.install_notes, ...p.covers]))
  assert.deepEqual(
    Object.keys(catalogue).filter((text) => !all.has(text)),
    [],
  )
})
