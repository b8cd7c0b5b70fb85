import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { WalPages } from './wal-pages.ts'

const PAGE = 8192
const folder = mkdtempSync(join(tmpdir(), 'binnacle-wal-'))
after(() => rmSync(folder, { recursive: true }))

/** Two files that hold old WAL, as one that is used again does. */
const files = ['a', 'b'].map((name) => join(folder, name))
const old = Buffer.alloc(4 * PAGE, 'old')

/** Of a page, or some of them, whole or not; what is written is as before but from a place on, or in a place. */
const someWrite = fc.record({
  file: fc.nat(1),
  again: fc.boolean(),
  position: fc.oneof(
    fc.nat(2).map((n) => n * PAGE),
    fc.nat(PAGE),
  ),
  length: fc.oneof(fc.constantFrom(PAGE, 2 * PAGE), fc.nat(PAGE)),
  from: fc.nat(2 * PAGE),
  to: fc.nat(2 * PAGE),
  byte: fc.nat(255),
})

test('files become what was written, whatever is written to which of them', () => {
  fc.assert(
    fc.property(fc.array(someWrite, { maxLength: 12 }), (writes) => {
      for (const file of files) writeFileSync(file, old)
      const wanted = files.map(() => Buffer.from(old))
      const pages = new WalPages()
      const open = files.map((file) => ({ nfd: openSync(file, 'r+') }))
      for (const { file, again, position, length, from, to, byte } of writes) {
        // Closed and opened: the number may be that of another file now.
        if (again) {
          closeSync(open[file]!.nfd)
          open[file] = { nfd: openSync(files[file]!, 'r+') }
        }
        const bytes = Buffer.from(wanted[file]!.subarray(position, position + length)).fill(
          byte,
          Math.min(from, length),
          Math.min(Math.max(from, to), length),
        )
        assert.equal(pages.write(open[file]!, bytes, position), bytes.length)
        bytes.copy(wanted[file]!, position)
      }
      for (const { nfd } of open) closeSync(nfd)
      for (const [i, file] of files.entries()) assert.ok(readFileSync(file).equals(wanted[i]!))
    }),
    { numRuns: propertyRuns(200, 5_000) },
  )
})

test('of a page that is written again only the half that differs is; a failed write is forgotten', () => {
  const [file] = files as [string]
  writeFileSync(file, old)
  const pages = new WalPages()
  const nfd = openSync(file, 'r+')
  const open = { nfd }
  const page = Buffer.alloc(PAGE, 'new')
  pages.write(open, page, 0)
  // What lies in the file behind its back shows what is written.
  const spoil = () => writeSync(nfd, Buffer.alloc(PAGE), 0, PAGE, 0)
  const halves = () =>
    [0, PAGE / 2].map((at) =>
      readFileSync(file)
        .subarray(at, at + PAGE / 2)
        .equals(page.subarray(at, at + PAGE / 2)),
    )
  spoil()
  pages.write(open, page.fill('x', 100, 200), 0)
  assert.deepEqual(halves(), [true, false])
  spoil()
  pages.write(open, page.fill('x', 5_000, 5_100), 0)
  assert.deepEqual(halves(), [false, true])
  assert.throws(() => pages.write({ nfd: 9_999 }, page, 0), { code: 'EBADF' })
  spoil()
  pages.write(open, page, 0)
  assert.deepEqual(halves(), [true, true])
  closeSync(nfd)
})
