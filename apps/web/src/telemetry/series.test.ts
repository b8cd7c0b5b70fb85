import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSeriesKey, seriesKey } from './series.ts'

test('a series has a name in an address, whatever its instance is', () => {
  for (const instance of [null, 'port', '', '0', 'a:b', '</script><img onerror=x>'])
    assert.deepEqual(parseSeriesKey(seriesKey({ metric: 'engine_rpm', instance })), { metric: 'engine_rpm', instance })
})

test('a name that is none', () => {
  assert.equal(parseSeriesKey('__proto__'), null)
  assert.equal(parseSeriesKey(':port'), null)
})
