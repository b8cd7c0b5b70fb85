import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Provider } from '@binnacle/contract'
import { Value } from 'typebox/value'
import { PROVIDER_CATALOGUE } from './provider-catalogue.ts'

const bySlug = new Map(PROVIDER_CATALOGUE.map((provider) => [provider.slug, provider]))

test('every row fits the contract, and slugs and names are unique', () => {
  for (const provider of PROVIDER_CATALOGUE) {
    assert.deepEqual([...Value.Errors(Provider, provider)], [], provider.slug)
    assert.match(provider.slug, /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/)
  }
  assert.equal(bySlug.size, PROVIDER_CATALOGUE.length)
  assert.equal(new Set(PROVIDER_CATALOGUE.map(({ name }) => name)).size, PROVIDER_CATALOGUE.length)
})

test('texts are trimmed, say something, and fit a screen', () => {
  for (const { slug, name, summary, covers, install_notes, docs_url } of PROVIDER_CATALOGUE) {
    for (const text of [name, summary, install_notes, docs_url, ...covers]) {
      if (text !== null) assert.ok(text === text.trim() && !/\s\s|\n/.test(text) && text.length > 2, `${slug}: ${text}`)
    }
    assert.ok(summary.length >= 40 && summary.length <= 140, `${slug}: ${summary.length}`)
    assert.match(summary, /\.$/)
    assert.ok(install_notes && install_notes.length <= 400, slug)
    assert.ok(covers.length > 0 && new Set(covers).size === covers.length, slug)
    if (docs_url !== null) assert.equal(new URL(docs_url).protocol, 'https:')
  }
})

test('the systems that this software feeds from can be connected, the clouds of makers cannot', () => {
  for (const slug of [
    'signalk',
    'nmea2000-gateway',
    'nmea0183-gateway',
    'victron-venus',
    'onboard_camera',
    'generic-http',
  ]) {
    const provider = bySlug.get(slug)
    assert.ok(provider?.direction === 'push' && provider.status !== 'unavailable', slug)
  }
  for (const { slug, direction, status } of PROVIDER_CATALOGUE) {
    assert.equal(status === 'unavailable', direction === 'pull', slug)
  }
})

test('docs/connect.md names those that can be connected', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/connect.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, slug]) => slug)
  const connectable = PROVIDER_CATALOGUE.filter(
    ({ direction, status }) => direction === 'push' && status !== 'unavailable',
  )
  assert.deepEqual(listed.toSorted(), connectable.map(({ slug }) => slug).toSorted())
})
