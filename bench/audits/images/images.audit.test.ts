import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditImages, describe as inWords } from './images.ts'

/** The same each time, so that what fails is what was changed; npm run audit:images looks for more. */
const seed = 8
const MUTANTS = 250

test('spoilt pictures: no crash, bounded memory, and nothing accepted that is not a whole still picture', async (t) => {
  const options = { mutants: MUTANTS, seed }
  const report = await auditImages(options)
  t.diagnostic(inWords(options, report))
  assert.deepEqual(report.faults, [], `npm run audit:images -- --mutants ${MUTANTS} --seed ${seed}`)
  assert.equal(report.mutants, MUTANTS)
  assert.ok(report.verdicts.accepted! > 20 && report.verdicts.upload_failed! > 20)
})

test('control: a process that dies of a picture is found', async () => {
  const { faults } = await auditImages({ mutants: MUTANTS, seed, control: 'crash' })
  assert.match(faults.join(), /ended the process: SIGKILL/)
})
