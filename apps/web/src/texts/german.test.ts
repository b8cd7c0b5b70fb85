import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, errorsOf, ROUTES } from '@binnacle/contract'
import { de as dossier } from '../../../server/src/share/texts/de.ts'
import { en as englishDossier } from '../../../server/src/share/texts/en.ts'
import { catalogue, de } from './de.ts'
import { en } from './en.ts'

/** Every text by its place; of one that is made from values, its source. The catalogue is known by its English sentences. */
function textsOf(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') return [[place, literalsOf(String(value))]]
  return Object.entries(value ?? {}).flatMap(([name, part]) => textsOf(part, `${place}.${name}`))
}

const LITERAL = /`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/g
const VALUE = /\$\{[^}]*\}/g
const literalsOf = (source: string) => (source.match(LITERAL) ?? []).join(' ').replaceAll(VALUE, ' ')

const GERMAN = [
  ...textsOf(de),
  ...textsOf(dossier, 'dossier'),
  ...Object.values(catalogue).map((text): [string, string] => ['catalogue', text]),
]

/** Words that are in every English sentence and in no German one. */
const ENGLISH =
  /\b(the|and|of|is|are|with|not|you|your|this|that|these|must|cannot|it|its|from|for|has|have|been|please|failed|try|again|when|which|inspection|inspections)\b/i
const OTHER_WORDS_FOR_INSPECTION = /\b(Prüfung|Rundgang|Begehung|Durchsicht|Besichtigung|Kontrollgang|Inspizierung)/

test('no German text is English', () => {
  assert.deepEqual(
    GERMAN.filter(([, text]) => ENGLISH.test(text)),
    [],
  )
  // The control: nearly every longer English text is found.
  const sentences = [...textsOf(en), ...textsOf(englishDossier)].filter(([, text]) => text.length > 60)
  assert.ok(sentences.filter(([, text]) => ENGLISH.test(text)).length > sentences.length * 0.8)
})

test('a long word says where it may be broken on a narrow phone', () => {
  const unbroken = textsOf(de).flatMap(([place, text]) =>
    (text.match(/\p{L}{19,}/gu) ?? []).map((word) => [place, word]),
  )
  assert.deepEqual(unbroken, [])
})

test('an inspection is called Inspektion, and nothing else', () => {
  assert.deepEqual(
    GERMAN.filter(([, text]) => OTHER_WORDS_FOR_INSPECTION.test(text.replaceAll('\u00AD', ''))),
    [],
  )
})

test('the public dossier says what the app says', () => {
  const { ok, soon, late } = de.boats.health.tones
  const { ok: fine, soon: some, late: much } = dossier.grades
  assert.deepEqual([fine, some, much], [ok, soon, late])
  assert.deepEqual(dossier.due, de.common.status)
  assert.deepEqual({ ...dossier.vesselTypes, other: de.common.vesselTypes.other }, de.common.vesselTypes)
  assert.equal(dossier.maintenance, de.maintenance.due.title)
  assert.equal(dossier.engineHours, de.boats.overview.hours)
  assert.equal(dossier.inspections, de.inspections.title)
  assert.equal(dossier.berth, de.share.shown.toggles.location[0])
  assert.equal(dossier.hin, de.share.shown.toggles.hin[0])
  assert.equal(dossier.history, de.share.shown.toggles.service_history[0])
  assert.equal(dossier.healthScore(84), de.boats.health.value(84))
})

/** What a page never meets: they are for programs, or the app's own mistakes, which are told as such. */
const FOR_PROGRAMS: ErrorCode[] = [
  'insufficient_scope',
  'method_not_allowed',
  'headers_too_large',
  'internal_error',
  'unsupported_media_type',
  'link_invalid',
  'unsupported_format',
]

test('what the service may refuse a person has words of its own in both languages', () => {
  const routes = ROUTES.filter(({ auth }) => auth !== 'device' && auth !== 'ingest')
  const codes = new Set(routes.flatMap(errorsOf))
  for (const { common, start } of [de, en]) {
    const known = { ...common.problem, ...start.problem }
    assert.deepEqual(
      [...codes].filter((code) => !(code in known) && !FOR_PROGRAMS.includes(code)),
      [],
    )
  }
})
