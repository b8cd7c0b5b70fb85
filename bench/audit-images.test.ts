import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { auditImages, describe as inWords } from './audit-images.ts'

const seed = randomInt(2 ** 31)

test('spoilt pictures: no crash, bounded memory, and nothing accepted that is not a whole still picture', async (t) => {
  const options = { mutants: 600, seed }
  const report = await auditImages(options)
  t.diagnostic(inWords(options, report))
  assert.deepEqual(report.faults, [], `npm run audit:images -- --mutants 600 --seed ${seed}`)
  assert.equal(report.mutants, 600)
  assert.ok(report.verdicts.accepted! > 50 && report.verdicts.upload_failed! > 50)
})

test('control: a process that dies of a picture is found', async () => {
  const { faults } = await auditImages({ mutants: 600, seed, control: 'crash' })
  assert.match(faults.join(), /ended the process: SIGKILL/)
})
