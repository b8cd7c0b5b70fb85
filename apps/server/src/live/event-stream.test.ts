import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventStream } from './event-stream.ts'

/** All that it holds. */
function read(stream: EventStream): string {
  let text = ''
  for (let piece = stream.read(); piece !== null; piece = stream.read()) text += piece
  return text
}

test('events as they go over the wire: when to come again, a name, and data of one line', () => {
  const stream = new EventStream()
  stream.event('changed', { name: 'two\nlines' })
  assert.equal(read(stream), 'retry: 3000\n\nevent: changed\ndata: {"name":"two\\nlines"}\n\n')
  stream.destroy()
})

test('a comment each 25 s, until it is closed', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const still = ': still here\nevent: still\ndata: {}\n\n'
  const stream = new EventStream()
  read(stream)
  t.mock.timers.tick(24_999)
  assert.equal(read(stream), '')
  t.mock.timers.tick(25_001)
  assert.equal(read(stream), still + still)
  stream.destroy()
  t.mock.timers.tick(60_000)
  assert.equal(read(stream), '')
})

test('what is ended gives what it holds, and takes no more', async () => {
  const stream = new EventStream()
  stream.event('hello', {})
  stream.end()
  stream.end()
  stream.event('changed', {})
  assert.match((await stream.toArray()).join(''), /event: hello\ndata: {}\n\n$/)
})

test('a reader that does not read is cut off, and one that reads a lot is not', async () => {
  const idle = new EventStream()
  const busy = new EventStream()
  let heard = 0
  busy.on('data', (piece: Buffer) => {
    heard += piece.length
  })
  for (let i = 0; i < 4000; i++) {
    for (const stream of [idle, busy]) stream.event('changed', { filler: 'x'.repeat(100) })
    if (i % 100 === 0) await new Promise(setImmediate)
  }
  assert.ok(idle.destroyed)
  await new Promise(setImmediate)
  assert.ok(!busy.destroyed && heard > 400_000, `${heard} bytes`)
  busy.destroy()
})
