import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from '../log.ts'
import { Pulse } from './pulse.ts'

function pulseAt(start: number) {
  const time = { now: start }
  const lines: string[] = []
  const pulse = new Pulse(
    'bus',
    lineLog('info', false, (line) => lines.push(line)),
    () => time.now,
  )
  return { time, lines, pulse }
}

test('messages of the last minute, and the age of the last', () => {
  const { time, pulse } = pulseAt(5_500)
  assert.deepEqual([pulse.status().messagesAMinute, pulse.status().lastMessageAgeMs], [0, null])
  for (let second = 0; second < 90; second++) {
    pulse.beat()
    pulse.beat()
    time.now += 1_000
  }
  // The second that runs has none yet.
  assert.deepEqual([pulse.status().messagesAMinute, pulse.status().lastMessageAgeMs], [118, 1_000])
  time.now += 30_000
  assert.equal(pulse.status().messagesAMinute, 58)
  time.now += 3_600_000
  assert.equal(pulse.status().messagesAMinute, 0)
})

test('a change of state is logged, not each try of a month', () => {
  const { lines, pulse } = pulseAt(0)
  pulse.turn('connected', 'connected to can0')
  for (let tried = 1; tried < 100; tried++) pulse.turn('reconnecting', `can0 is down; try ${tried}`)
  pulse.turn('connected', 'connected to can0')
  assert.deepEqual(lines, [
    'info: bus: connected to can0\n',
    'warn: bus: can0 is down; try 1\n',
    'info: bus: connected to can0\n',
  ])
  assert.equal(pulse.status().state, 'connected')
})
