import assert from 'node:assert/strict'
import { test } from 'node:test'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { INSTALLATION_DEFAULTS, openApiDocument } from '../index.ts'

const INSTALLATION = { baseUrl: 'https://boat.example', ...INSTALLATION_DEFAULTS }

const lint = async (document: object) => {
  const linter = new spectral.Spectral()
  // All rules but two: an installation has no e-mail address of its own to give, and tags are in the order of reading.
  const rules = { 'contact-properties': 'off', 'openapi-tags-alphabetical': 'off' } as const
  linter.setRuleset(new spectral.Ruleset({ extends: [[rulesets.oas as never, 'all']], rules }))
  return (await linter.run(JSON.parse(JSON.stringify(document)))).map(
    (finding) => `${finding.code} at ${finding.path.join('.')}: ${finding.message}`,
  )
}

test('the document passes every OpenAPI rule of Spectral without a warning', async () => {
  assert.deepEqual(await lint(openApiDocument(INSTALLATION)), [])
})

test('control: Spectral finds what is wrong with a broken document', async () => {
  const document = openApiDocument(INSTALLATION) as {
    paths: Record<string, { get: { operationId?: string } }>
  }
  delete document.paths['/v1/vessels']!.get.operationId
  assert.notDeepEqual(await lint(document), [])
})
