import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AUDITS_ON_CITUS, NOT_ON_CITUS } from './not-on-citus.ts'
import { type Plan, planTests } from './test-plan.ts'

const FILES = [
  'a/rule.test.ts',
  'a/slow.property.test.ts',
  'a/http.db.test.ts',
  'a/slow.property.db.test.ts',
  'a/locks.pg.test.ts',
  'a/rows.sql.pg.test.ts',
  'a/proxy.audit.test.ts',
  'a/kill.audit.db.test.ts',
  'a/restore.audit.pg.test.ts',
  'e2e/story.spec.ts',
  'e2e/every-page.spec.ts',
  'e2e/keyboard.desktop.spec.ts',
]

const nothing = async () => ({})
const needs = { embedded: nothing, postgres: nothing, citus: nothing, release: nothing, webApp: nothing, demo: nothing }
const plan = (choice: Partial<Plan>, files = FILES) =>
  planTests(files, { rest: false, chosen: false, server: true, citus: false, needs, ...choice })
    .filter(({ phase }) => phase !== 'checks' && phase !== 'Chromium')
    .map(({ phase, name }) => `${phase}: ${name}`)

test('npm test runs all but the audits; what the database decides on PostgreSQL, which is quicker', () => {
  assert.deepEqual(plan({}), [
    'rules: a/rule.test.ts',
    'rules: a/slow.property.test.ts',
    'embedded database: a/http.db.test.ts',
    'embedded database: a/slow.property.db.test.ts',
    'PostgreSQL: a/locks.pg.test.ts',
    'PostgreSQL: a/rows.sql.pg.test.ts',
  ])
})

test('npm run test:all runs the rest', () => {
  assert.deepEqual(plan({ rest: true }), [
    'audits: a/proxy.audit.test.ts',
    'audits: a/kill.audit.db.test.ts',
    'audits, PostgreSQL: a/kill.audit.db.test.ts',
    'audits, PostgreSQL: a/restore.audit.pg.test.ts',
    'properties, many runs: a/slow.property.test.ts',
    'properties, many runs: a/slow.property.db.test.ts',
    'PostgreSQL: a/http.db.test.ts',
    'PostgreSQL: a/slow.property.db.test.ts',
    'embedded database: a/locks.pg.test.ts',
    'embedded database: a/rows.sql.pg.test.ts',
    'two processes: a/locks.pg.test.ts',
  ])
})

test('without a PostgreSQL server npm test runs them on the embedded database, and npm run test:all not again', () => {
  assert.deepEqual(plan({ server: false }).slice(2), [
    'embedded database: a/http.db.test.ts',
    'embedded database: a/slow.property.db.test.ts',
    'embedded database: a/locks.pg.test.ts',
    'embedded database: a/rows.sql.pg.test.ts',
  ])
  assert.deepEqual(plan({ rest: true, server: false }), [
    'audits: a/proxy.audit.test.ts',
    'audits: a/kill.audit.db.test.ts',
    'audits: a/restore.audit.pg.test.ts',
    'properties, many runs: a/slow.property.test.ts',
    'properties, many runs: a/slow.property.db.test.ts',
  ])
})

test('npm test -- WORD runs each on every database that it is for', () => {
  assert.deepEqual(plan({ chosen: true }, ['a/locks.pg.test.ts']), [
    'embedded database: a/locks.pg.test.ts',
    'PostgreSQL: a/locks.pg.test.ts',
  ])
})

test('npm test -- WORD runs an audit too, since it is asked for by name', () => {
  assert.deepEqual(plan({ chosen: true }, ['a/proxy.audit.test.ts']), ['rules: a/proxy.audit.test.ts'])
})

test('npm test has the story on a phone, npm run test:all it at the other size, and every other file at both or at the one in its name', () => {
  const browser = (choice: Partial<Plan>) =>
    planTests(FILES, { rest: false, chosen: false, server: true, citus: false, needs, ...choice })
      .filter(({ phase }) => phase === 'Chromium')
      .map(({ name }) => name)
  assert.deepEqual(browser({}), ['e2e/story.spec.ts (phone)'])
  assert.deepEqual(browser({ rest: true }), [
    'e2e/story.spec.ts (desktop)',
    'e2e/every-page.spec.ts (phone)',
    'e2e/every-page.spec.ts (desktop)',
    'e2e/keyboard.desktop.spec.ts (desktop)',
  ])
  assert.deepEqual(browser({ chosen: true }), [
    'e2e/story.spec.ts (phone)',
    'e2e/every-page.spec.ts (phone)',
    'e2e/keyboard.desktop.spec.ts (desktop)',
  ])
})

test('files share processes but for audits and those that are named alone', () => {
  const files = [...FILES, 'a/zone.alone.test.ts', 'a/boat.page.test.ts']
  const jobs = [{ rest: false }, { rest: true }].flatMap((choice) =>
    planTests(files, { chosen: false, server: true, citus: false, needs, ...choice }).filter(
      ({ hasTests }) => hasTests,
    ),
  )
  assert.deepEqual(
    [...new Set(jobs.filter(({ shared }) => !shared).map(({ name }) => name))],
    ['a/zone.alone.test.ts', 'a/proxy.audit.test.ts', 'a/kill.audit.db.test.ts', 'a/restore.audit.pg.test.ts'],
  )
  const commandOf = (name: string) => jobs.find((job) => job.name === name)!.command.join(' ')
  assert.match(commandOf('a/boat.page.test.ts'), /apps\/web\/src\/testing\/browser\.ts/)
  assert.doesNotMatch(commandOf('a/rule.test.ts'), /browser\.ts/)
})

test('where Citus can be started npm run test:all runs every file of the database over it, in place of PostgreSQL, but for those named, and of the audits those named', () => {
  const named = Object.keys(NOT_ON_CITUS)
  const audits = [...AUDITS_ON_CITUS]
  const over = plan({ rest: true, citus: true }, [...FILES, ...named, ...audits]).filter((job) =>
    /^(Citus|PostgreSQL|two processes):/.test(job),
  )
  assert.deepEqual(over, [
    ...named.filter((path) => path.endsWith('.db.test.ts')).map((path) => `PostgreSQL: ${path}`),
    'Citus: a/http.db.test.ts',
    'Citus: a/slow.property.db.test.ts',
    'Citus: a/locks.pg.test.ts',
    'Citus: a/rows.sql.pg.test.ts',
    ...audits.map((path) => `Citus: ${path}`),
  ])
  for (const path of [...named, ...audits]) assert.ok(existsSync(join(import.meta.dirname, '..', path)), path)
})
