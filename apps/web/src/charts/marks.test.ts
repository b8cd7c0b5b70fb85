import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flags, marksIn } from './marks.ts'

const at = (hour: number) => `2026-05-14T${String(hour).padStart(2, '0')}:00:00Z`
const window = { from: Date.parse(at(9)), to: Date.parse(at(12)) }
const fault = (from: number, to: number | null) => ({
  instance: 'port',
  text: `${from}`,
  from: at(from),
  to: to === null ? null : at(to),
})
const service = (hour: number) => ({ id: `${hour}`, title: `${hour}`, done_at: at(hour) })

test('what touches the window, oldest first, numbered', () => {
  const marks = marksIn(
    { faults: [fault(10, 11), fault(7, 9), fault(5, 8), fault(13, null)], services: [service(11), service(8)] },
    window,
  )
  assert.deepEqual(
    marks.map(({ number, kind, text }) => `${number} ${kind} ${text}`),
    ['1 fault 7', '2 fault 10', '3 service 11'],
  )
})

test('a fault that lasts reaches into each later window', () => {
  assert.equal(marksIn({ faults: [fault(1, null)], services: [] }, window).length, 1)
})

test('numbers that would cover each other stand together', () => {
  const places = [10, 20, 60, 200].map((left, i) => ({ left, number: i + 1 }))
  assert.deepEqual(
    flags(places).map(({ text }) => text),
    ['1–2', '3', '4'],
  )
  assert.deepEqual(flags([]), [])
})

test('long numbers keep clear of each other, whatever they grew to', () => {
  const places = [0, 30, 52, 54, 100, 150, 151, 152, 190].map((left, i) => ({ left, number: i + 98 }))
  const shown = flags(places)
  for (const [i, { left, text }] of shown.slice(1).entries()) {
    const before = shown[i]!
    assert.ok(left - before.left >= ((text.length + before.text.length) * 8) / 2, `${before.text} and ${text}`)
  }
  assert.equal(shown[0]!.text.split('–')[0], '98')
  assert.ok(shown.at(-1)!.text.endsWith('106'))
})
