import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { QUIET } from '../testing/status.ts'
import { span, statusReport } from './status.ts'
import type { GatewayStatus } from './status-file.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')
const STATUS: GatewayStatus = {
  ...QUIET,
  connection: { ...QUIET.connection, since: '2026-05-14T10:00:00.000Z', lastAnswerAt: '2026-05-14T11:59:30.000Z' },
  lastUploadAt: '2026-05-14T11:59:30.000Z',
  hourMeters: [{ instance: 'port', hours: 270, moves: true }],
  series: [
    {
      metric: 'depth',
      instance: null,
      chosen: { source: 'bus/36/128267', name: 'DST810' },
      pinned: true,
      unheard: [],
      others: [{ source: 'bus/38/128267', name: null, pinned: false, newest: null }],
      newest: { value: 3.1, unit: 'm', ageMs: 2_000 },
    },
    {
      metric: 'water_temp',
      instance: null,
      chosen: { source: 'bus/36/130312', name: null },
      pinned: false,
      unheard: [],
      others: [],
      newest: null,
    },
  ],
  cameras: [{ name: 'Helm', lastFrameAt: null, lastError: 'no answer' }] as GatewayStatus['cameras'],
  inputs: [
    { name: 'bus', state: 'connected', sentence: 'connected to can0', messagesAMinute: 12_000, lastMessageAgeMs: 80 },
  ],
}

const report = (change: Partial<GatewayStatus> = {}, alive = true, now = NOW) =>
  statusReport({ ...STATUS, ...change }, alive, now)

describe('the status of a gateway', () => {
  test('when all is well', () => {
    const { running, lines } = report()
    assert.ok(running)
    assert.deepEqual(lines, [
      'Gateway:   running (process 42), version 1.2.3',
      'Service:   Connected. (last answer 30 s ago)',
      'Uploaded:  last 30 s ago',
      'Waiting:   nothing',
      'Input:     bus: connected to can0; 12,000 messages a minute, last data 0 s ago',
      'Source:    depth: bus/36/128267 (DST810), set by you; also heard: bus/38/128267',
      'Engine:    port, 270 h, moves the hour meter',
      'Camera:    Helm: no picture yet; no answer',
      'Clock:     correct (server)',
    ])
  })
  test('while the service is away: for how long, and when it answered last; after a restart too', () => {
    const connection = { ...STATUS.connection, state: 'offline', sentence: 'Offline: ECONNREFUSED.' } as const
    const uploadedBeforeAt = '2026-05-14T09:00:00.000Z'
    const { lines } = report({ connection, lastUploadAt: null, uploadedBeforeAt })
    assert.deepEqual(lines.slice(1, 3), [
      'Service:   Offline: ECONNREFUSED. (for 2 h, last answer 30 s ago)',
      'Uploaded:  last 3 h ago',
    ])
  })
  test('with a source in the settings that is not heard', () => {
    const [depth, temperature] = STATUS.series
    const { lines } = report({ series: [depth!, { ...temperature!, unheard: ['DST81', 'bus/44'] }] })
    assert.ok(lines.includes('Source:    water_temp: bus/36/130312; set by you and not heard: DST81, bus/44'))
    const silent = report({ series: [{ ...temperature!, chosen: null, unheard: ['DST81'] }] }).lines
    assert.ok(silent.includes('Source:    water_temp: no source in use; set by you and not heard: DST81'))
  })
  test('with names that would be a command of the terminal, or another line', () => {
    const [depth] = STATUS.series
    const chosen = { source: 'n2k\x1b[2J', name: 'DST\nService: Connected.' }
    const { lines } = report({ series: [{ ...depth!, chosen }] })
    assert.ok(lines.some((line) => line.startsWith('Source:    depth: n2k?[2J (DST?Service: Connected.)')))
  })
  test('with engines of which none moves the hour meter: how to choose one', () => {
    const engine = { hours: 90, moves: false }
    const { lines } = report({
      hourMeters: [
        { ...engine, instance: 'starboard' },
        { ...engine, instance: 'genset-0' },
      ],
    })
    assert.deepEqual(
      lines.filter((line) => line.startsWith('Engine:')),
      [
        'Engine:    starboard, 90 h',
        'Engine:    genset-0, 90 h',
        'Engine:    none of them moves the hour meter; to choose one: hourMeter: starboard',
      ],
    )
  })
  test('with an engine that is silent and another in its place: how to choose that one', () => {
    const [depth] = STATUS.series
    const engines = (other: string, ...heard: string[]) =>
      report({
        hourMeters: [
          { instance: 'volvo', hours: 1200, moves: true },
          { instance: other, hours: 3, moves: false },
        ],
        series: heard.map((instance) => ({ ...depth!, metric: 'engine_hours', instance, others: [] })),
      }).lines.filter((line) => line.startsWith('Engine:'))
    assert.equal(
      engines('D4 #2', 'D4 #2').at(-1),
      'Engine:    volvo was not heard since the start; if D4 #2 has taken its place: hourMeter: "D4 #2"',
    )
    assert.equal(engines('yanmar', 'yanmar', 'volvo').length, 2)
    assert.equal(engines('genset-0', 'genset-0').length, 2, 'a generator is no successor')
  })
  test('with an engine in the settings that was never heard', () => {
    const silent = report({ hourMeterSetting: 'starboard', hourMeters: [] }).lines
    assert.ok(silent.includes('Engine:    hourMeter is starboard, which was not heard: nothing moves the hour meter'))
    const heard = report({ hourMeterSetting: 'port' }).lines
    assert.doesNotMatch(heard.join(), /not heard/)
  })
  test('a recording that is over: that it is, and when', () => {
    const ended = { name: 'old', state: 'ended', messagesAMinute: 12_000 } as const
    const { lines } = report({
      inputs: [
        { ...ended, sentence: 'finished playing /old.raw', lastMessageAgeMs: 30_000 },
        { ...ended, sentence: '/old.raw was played before', lastMessageAgeMs: null },
      ],
    })
    assert.deepEqual(
      lines.filter((line) => line.startsWith('Input:')),
      ['Input:     old: finished playing /old.raw, 30 s ago', 'Input:     old: /old.raw was played before'],
    )
  })
  test('when the service has a newer version', () => {
    const { lines } = report({ update: '1.3.0' })
    assert.match(
      lines.join('\n'),
      /^Update: {4}the service has version 1\.3\.0 of the gateway; install it the way that this one was installed$/m,
    )
  })
  test('when its process has ended', () => {
    const { running, lines } = report({}, false, NOW + 7_200_000)
    assert.equal(running, false)
    assert.equal(lines[0], 'Gateway:   not running; last status 2 h ago, version 1.2.3')
  })
  test('when it hangs', () => {
    assert.ok(report({}, true, NOW + 20_000).running)
    const { running, lines } = report({}, true, NOW + 40_000)
    assert.equal(running, false)
    assert.match(lines[0] ?? '', /last status is from 43 s ago: it hangs, its disk is full, or/)
  })
  test('with a system clock that is wrong by years it is no older', () => {
    const ahead = 5 * 365 * 86_400_000
    const { running, lines } = report({ clock: { trust: 'gps', systemAheadMs: ahead } }, true, NOW + ahead)
    assert.ok(running)
    assert.match(lines.join('\n'), /Uploaded: {2}last 30 s ago/)
    assert.match(lines.join('\n'), /Clock: +the system clock is 1825 days ahead \(gps\)/)
  })
  test('with a backlog and troubles', () => {
    const queue = {
      ...STATUS.queue,
      waiting: 864_000,
      bytes: 130_000_000,
      oldestAt: '2026-04-14T12:00:00Z',
      dropped: 3,
    }
    const rejected = { count: 1, last: [{ at: null, metric: 'depth', reason: 'value is missing' }] }
    const text = report({ queue, rejected, lastUploadAt: null }).lines.join('\n')
    assert.match(text, /^Uploaded: {2}nothing yet$/m)
    assert.match(text, /^Waiting: {3}864,000 readings \(130.0 MB\), the oldest from 30 days ago$/m)
    assert.match(text, /^ +3 readings deleted because the queue was full$/m)
    assert.match(text, /^Rejected: {2}depth: value is missing$/m)
  })
  test('with open alarms, right below the service', () => {
    const water = { id: 'a', kind: 'above', metric: 'bilge_water', instance: null, began_at: STATUS.at } as const
    const alarms = [
      { ...water, severity: 'alarm', message: 'Water in the bilge', quiet: false },
      { ...water, severity: 'warning', message: 'Battery voltage is 11.6 V', quiet: true },
    ] as const
    const { lines } = report({ alarms: { at: STATUS.at, worst: 'alarm', alarms } })
    const service = lines.findIndex((line) => line.startsWith('Service:'))
    assert.deepEqual(lines.slice(service + 1, service + 3), [
      'Alarm:     Water in the bilge',
      'Warning:   Battery voltage is 11.6 V (acknowledged or silenced)',
    ])
  })
})

test('how long', () => {
  assert.deepEqual([-5_000, 400, 119_999, 120_000, 7_199_999, 86_400_000 * 3].map(span), [
    '0 s',
    '0 s',
    '119 s',
    '2 min',
    '119 min',
    '3 days',
  ])
})
