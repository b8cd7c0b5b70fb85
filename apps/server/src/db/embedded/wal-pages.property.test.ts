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

/**
 * Of one page or two, or of any part; of so few different halves that a page is often as another file's, or as an earlier one,
 * was.
 */
const someWrite = fc.record({
  file: fc.nat(1),
  again: fc.boolean(),
  position: fc.oneof({ weight: 5, arbitrary: fc.nat(1).map((n) => n * PAGE) }, fc.nat(PAGE)),
  length: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(PAGE, 2 * PAGE) }, fc.nat(PAGE)),
  halves: fc.array(fc.constantFrom('old', 'a', 'b'), { minLength: 4, maxLength: 4 }),
})

test('files become what was written, whatever is written to which of them', () => {
  fc.assert(
    fc.property(fc.array(someWrite, { maxLength: 12 }), (writes) => {
      for (const file of files) writeFileSync(file, old)
      const wanted = files.map(() => Buffer.from(old))
      const pages = new WalPages()
      const open = files.map((file) => ({ nfd: openSync(file, 'r+') }))
      for (const { file, again, position, length, halves } of writes) {
        // Closed and opened: the number may be that of another file now.
        if (again) {
          closeSync(open[file]!.nfd)
          open[file] = { nfd: openSync(files[file]!, 'r+') }
        }
        const bytes = Buffer.concat(halves.map((half) => Buffer.alloc(PAGE / 2, half))).subarray(0, length)
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
