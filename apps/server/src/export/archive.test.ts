import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { lacks } from '../../../../scripts/programs.ts'
import { until } from '../../../../scripts/until.ts'
import { archive, type Entry } from './archive.ts'
import { unzip } from './testing/unzip.ts'

test('an archive holds its entries as they were, in their order', async () => {
  const image = Buffer.from([0xff, 0xd8, 0, 1, 2])
  async function* entries(): AsyncGenerator<Entry> {
    yield { path: 'README.txt', content: ['Hello ', 'Skipper\n'] }
    yield { path: 'boats/Ærø/old.jpg', content: Readable.from([image]), at: new Date('1904-01-01'), compress: false }
    yield { path: 'empty.csv', content: [] }
  }
  const files = unzip(await buffer(archive(entries())))
  assert.deepEqual(
    [...files].map(([path, bytes]) => [path, bytes.toString('latin1')]),
    [
      ['README.txt', 'Hello Skipper\n'],
      ['boats/Ærø/old.jpg', image.toString('latin1')],
      ['empty.csv', ''],
    ],
  )
})

test('no more is made than is read, and nothing once the reader has gone', async () => {
  let made = 0
  let ended = false
  async function* endless() {
    try {
      for (;;) {
        made++
        // Nothing of it can be squeezed out, so that what is made is what is to be read.
        yield Buffer.from(crypto.getRandomValues(new Uint8Array(16 * 1024))).toString('latin1')
      }
    } finally {
      ended = true
    }
  }
  let asked = 0
  async function* entries(): AsyncGenerator<Entry> {
    for (;;) {
      asked++
      yield { path: `${asked}.txt`, content: endless() }
    }
  }
  const stream = archive(entries())
  await new Promise((resolve) => stream.once('readable', resolve))
  stream.read(1)
  // What is between the entry and the reader fills up, and then it stands still.
  let before = -1
  while (made !== before && made < 64) {
    before = made
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.ok(made < 64, `${made} pieces of 16 KiB were made with nobody reading`)
  stream.destroy()
  await until(() => ended, 'the end of the entry')
  assert.equal(asked, 1)
})

test('an entry that fails fails the archive', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('the database went away')
  }
  async function* entries(): AsyncGenerator<Entry> {
    yield { path: 'log.csv', content: broken() }
  }
  await assert.rejects(buffer(archive(entries())), /the database went away/)
})

test('Info-ZIP finds no fault with it', {
  skip: lacks('unzip'),
}, async (t) => {
  async function* entries(): AsyncGenerator<Entry> {
    yield { path: 'README.txt', content: ['text'] }
    yield { path: 'a/b.bin', content: ['x'.repeat(100_000)], compress: false }
  }
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-zip-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'all.zip')
  await writeFile(file, await buffer(archive(entries())))
  assert.match(execFileSync('unzip', ['-t', file], { encoding: 'utf8' }), /No errors detected/)
})
