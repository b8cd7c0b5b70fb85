import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpack } from './batch-format.ts'
import { encodeAny } from './ingest/encode-any.ts'
import { readColumns } from './rollups/day/columns.ts'

const NOW = Date.UTC(2026, 5, 1)

const bodyOf = (readings: object[]) => encodeAny(Buffer.from(JSON.stringify({ readings })), NOW).encoded.body.toString()

test('each batch is read by its own head, also where more kinds come in turn than are kept, and alike ones share it', () => {
  const kinds = Array.from({ length: 20 }, (_, i) => ({
    metric: 'battery_voltage',
    unit: 'V',
    instance: `battery ${i}`,
  }))
  for (const round of [1, 2])
    for (const [i, kind] of kinds.entries()) {
      const body = bodyOf([
        { ...kind, value: round },
        { metric: 'fault_code', text_value: ',"times":[' },
      ])
      const { series, of, digits, text_value } = unpack(body)
      assert.deepEqual(series[0], ['battery_voltage', 'V', `battery ${i}`])
      assert.deepEqual(
        { of, digits, text_value },
        { of: [0, 1], digits: [`${round}`, 'null'], text_value: [null, ',"times":['] },
      )
      assert.equal(readColumns(body, NOW).series, series)
    }
})

test('an instance that looks like the end of the head is not', () => {
  const instance = '"],"of":[9],"times":['
  const { series, at } = readColumns(bodyOf([{ metric: 'depth', value: 3, instance }]), NOW)
  assert.deepEqual({ series, at }, { series: [['depth', null, instance]], at: [NOW] })
})
