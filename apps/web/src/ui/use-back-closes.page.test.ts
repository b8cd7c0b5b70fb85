import '../testing/browser.ts'
import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { useBackCloses } from './use-back-closes.ts'

configure({ asyncUtilTimeout: 120_000 })

type Open = 'form' | 'question' | null

/** A form and a question, of which one is open at most, and what Back has closed. */
function opened(first: Open) {
  const closed: Open[] = []
  const { rerender } = renderHook(
    (open: Open) => {
      useBackCloses(open === 'form', () => closed.push('form'))
      useBackCloses(open === 'question', () => closed.push('question'))
    },
    { initialProps: first },
  )
  return { closed, rerender }
}

const mark = (): number | undefined => history.state?.over
const hasEntry = (after = 0) => waitFor(() => assert.ok(mark()! > after))

// As in a browser, where it happens later than what the page does at once.
const { back } = history
const slowly = mock.method(history, 'back', async () => {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  back.call(history)
})
afterEach(cleanup)

// The first test: no mark is made yet, as after a reload.
test('after a reload with something open, Back closes what is opened then', async () => {
  history.pushState({ over: 1 }, '')
  const { closed } = opened('form')
  await hasEntry(1)
  history.back()
  // The entry of the page before is passed over.
  await waitFor(() => assert.equal(mark(), undefined))
  assert.equal(closed[0], 'form')
})

test('Back closes what is open, once, and the page stays', async () => {
  const page = location.href
  const { closed } = opened('form')
  await hasEntry()
  history.back()
  await waitFor(() => assert.deepEqual(closed, ['form']))
  assert.equal(location.href, page)
  assert.equal(mark(), undefined)
})

test('a question that takes the place of a form stays open, though the entry of the form is left a moment later', async () => {
  const { closed, rerender } = opened('form')
  await hasEntry()
  const form = mark()!
  rerender('question')
  await hasEntry(form)
  await Promise.all(slowly.mock.calls.map(({ result }) => result))
  assert.deepEqual(closed, [])

  history.back()
  await waitFor(() => assert.deepEqual(closed, ['question']))
})
