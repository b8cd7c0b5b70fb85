import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineLog } from '../log.ts'
import { InputMonitor } from './input-monitor.ts'

function monitorAt(start: number) {
  const time = { now: start }
  const lines: string[] = []
  const monitor = new InputMonitor(
    'bus',
    lineLog('info', false, (line) => lines.push(line)),
    () => time.now,
  )
  return { time, lines, monitor }
}

test('messages of the last minute, and the age of the last', () => {
  const { time, monitor } = monitorAt(5_500)
  assert.deepEqual([monitor.status().messagesAMinute, monitor.status().lastMessageAgeMs], [0, null])
  for (let second = 0; second < 90; second++) {
    monitor.messageReceived()
    monitor.messageReceived()
    time.now += 1_000
  }
  // The second that runs has none yet.
  assert.deepEqual([monitor.status().messagesAMinute, monitor.status().lastMessageAgeMs], [118, 1_000])
  time.now += 30_000
  assert.equal(monitor.status().messagesAMinute, 58)
  time.now += 3_600_000
  assert.equal(monitor.status().messagesAMinute, 0)
})

test('a change of state is logged, not each try of a month', () => {
  const { lines, monitor } = monitorAt(0)
  monitor.setState('connected', 'connected to can0')
  for (let tried = 1; tried < 100; tried++) monitor.setState('reconnecting', `can0 is down; try ${tried}`)
  monitor.setState('connected', 'connected to can0')
  assert.deepEqual(lines, [
    'info: bus: connected to can0\n',
    'warn: bus: can0 is down; try 1\n',
    'info: bus: connected to can0\n',
  ])
  assert.equal(monitor.status().state, 'connected')
})
