import '../testing/modules.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '@binnacle/contract'
import { errorsOf } from '../../../../packages/contract/src/common/errors-of.ts'
import { ApiProblem } from '../api/client.ts'
import { demandText } from '../forms/demand.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const { problemText } = await import('./problem.tsx')
const german = (error: string, status = 400) => problemText(new ApiProblem(status, error), de.common)

/** Of the service: apps/server/src/http/route/validate.ts has a test of the same words. */
const SENTENCES = [
  'is required',
  'must not be blank',
  'must be at least 8 characters',
  'must be at most 1 character',
  'must be at most 20 items',
  'must be at least 1',
  'must be at most 999999999.99',
  'must be a multiple of 0.01',
  'must be an integer or null',
  'must be an RFC 3339 date-time such as 2026-05-14T09:30:00Z',
  'must begin with http:// or https://',
  'must be in the future',
  'must be one of self, assisted, managed',
]

test('a quota says which, how much of it, and what to do', () => {
  const refused = (detail: string) => german(`quota_exceeded: ${detail}. Delete some`, 403)
  assert.match(refused('vessels: 5 of 5 used'), /^Boote: 5 von 5 belegt\. Bitte etwas löschen/)
  assert.equal(refused('storage_bytes: 12 of 9 used'), de.common.problem.storage_full)
  assert.equal(refused('something newer'), de.common.problem.quota_exceeded)
})

test('each sentence of the service has German words of its own', () => {
  const other = de.common.demands.other('')
  for (const sentence of SENTENCES) {
    const text = demandText(sentence, de.common.demands)
    assert.notEqual(text, other, sentence)
    assert.doesNotMatch(text, /\b(must|required|characters|least|most)\b/)
  }
  assert.equal(demandText('must be at most 999999999.99', de.common.demands), 'Höchstens 999.999.999,99.')
  assert.equal(demandText('must be a multiple of 0.01', de.common.demands), 'Höchstens 2 Nachkommastellen.')
  assert.equal(demandText('must be at most 120 characters', en.common.demands), 'At most 120 characters.')
})

test('an unknown sentence is German too, and names the field by its label', () => {
  assert.equal(
    german('invalid_request: /title must rhyme'),
    'Der Dienst hat das abgelehnt. Titel: Diesen Wert bitte prüfen.',
  )
  assert.equal(german('invalid_request: the body must be valid JSON'), de.common.problem.invalid_request)
})

test('every field of every request, refused for any reason, is German', () => {
  const fields = ROUTES.flatMap(({ body }) => Object.keys((body as { properties?: object })?.properties ?? {}))
  assert.ok(fields.length > 50)
  for (const field of new Set(fields))
    for (const sentence of [...SENTENCES, 'must rhyme'])
      assert.doesNotMatch(
        german(`invalid_request: /${field} ${sentence}`),
        /\b(must|required|rhyme|rejected)\b|[a-z]_[a-z]/,
      )
})

/** What only programs meet: the app sends JSON of its own, and no keys. */
const OF_PROGRAMS = ['insufficient_scope', 'unsupported_media_type', 'headers_too_large', 'method_not_allowed']

test('every error of a route that the app calls has words in both languages', () => {
  const routes = ROUTES.filter(({ auth }) => auth === 'owner' || auth === 'session' || auth === 'operator')
  for (const code of new Set(routes.flatMap(errorsOf))) {
    const known = code in en.common.problem || code in en.start.problem || code === 'internal_error'
    assert.ok(known || OF_PROGRAMS.includes(code), code)
  }
})
