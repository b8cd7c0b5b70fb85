import type { PluginStatus } from '../plugin.ts'

const others = { name: null, pinned: false }

/** What the plugin says of a boat with two sounders and two voltages, for tests of its page. */
export const CONNECTED: PluginStatus = {
  problem: null,
  update: null,
  sources: [],
  device: {
    at: '2026-05-14T11:59:57.000Z',
    connection: { state: 'connected', sentence: 'The service takes the readings.', since: null, lastAnswerAt: null },
    lastUploadAt: '2026-05-14T11:59:30.000Z',
    uploadedBeforeAt: null,
    hourMeterSetting: null,
    queue: {
      waiting: 12,
      sending: 0,
      bytes: 2_400,
      oldestAt: '2026-05-14T11:59:40.000Z',
      oldestAgeMs: 17_000,
      thinned: 0,
      dropped: 0,
      refusedBatches: 0,
      damagedParts: 0,
    },
    rejected: { count: 0, last: [] },
    hourMeters: [
      { instance: 'port', hours: 354185.2, moves: true },
      { instance: 'starboard', hours: 268.9, moves: false },
    ],
    withheld: [
      {
        ...{ series: 'water_temp', source: 'ydg.35/environment.water.temperature', reason: 'implausible' },
        ...{ value: 39.0004, valueText: '39 C', count: 2_022, text: 'cannot be true' },
      },
    ],
    series: [
      {
        metric: 'depth',
        instance: null,
        chosen: { source: 'ydg.35/environment.depth.belowTransducer', name: null },
        pinned: false,
        unheard: [],
        newest: { value: 5.6, unit: 'm', ageMs: 400 },
        others: [
          {
            ...others,
            source: 'ydg.36/environment.depth.belowTransducer',
            newest: { value: 6.2, unit: 'm', ageMs: 1_900 },
          },
        ],
      },
      {
        metric: 'battery_voltage',
        instance: 'house',
        chosen: { source: 'bmv.0/electrical.batteries.house.voltage', name: null },
        pinned: false,
        unheard: [],
        newest: { value: 12.71, unit: 'V', ageMs: 800 },
        others: [
          {
            ...others,
            source: 'vebus.0/electrical.batteries.house.voltage',
            newest: { value: 12.9, unit: 'V', ageMs: 65_000 },
          },
        ],
      },
      {
        metric: 'fault_code',
        instance: 'port',
        chosen: null,
        pinned: false,
        unheard: [],
        newest: { value: 'none', unit: null, ageMs: 9_000 },
        others: [],
      },
    ],
    clock: { trust: 'gps', systemAheadMs: 0 },
    budgets: {
      month: '2026-05',
      telemetry: { bytes: 4_200_000, limitBytes: 50_000_000 },
      cameras: { bytes: 0, limitBytes: null },
    },
    cameras: [],
    alarms: null,
  },
}

/** A series that its owner has listed a source for, and that nobody says. */
/** Names and texts of devices that have no blank anywhere. */
export const UNBROKEN: NonNullable<PluginStatus['device']>['series'][number] = {
  metric: 'fault_code',
  instance: 'x'.repeat(60),
  chosen: { source: `n2k/${'y'.repeat(100)}`, name: 'z'.repeat(60) },
  pinned: false,
  unheard: [],
  others: [{ source: `n2k/${'w'.repeat(100)}`, name: null, pinned: false, newest: null }],
  newest: { value: 'F'.repeat(120), unit: null, ageMs: 1_000 },
}

export const NEVER_HEARD: NonNullable<PluginStatus['device']>['series'][number] = {
  ...{ metric: 'water_temp', instance: null, chosen: null, pinned: false, others: [], newest: null },
  unheard: ['DST810'],
}

/** What its service has told it of alarms. */
export const ALARMS: NonNullable<NonNullable<PluginStatus['device']>['alarms']> = {
  at: '2026-05-14T11:59:30.000Z',
  worst: 'alarm',
  alarms: [
    {
      ...{ id: 'a', kind: 'above', metric: 'bilge_water', instance: '<b>bow</b>', severity: 'alarm', quiet: false },
      ...{ message: 'Water in the bilge (<b>bow</b>)', began_at: '2026-05-14T11:57:30.000Z' },
    },
    {
      ...{ id: 'b', kind: 'below', metric: 'battery_voltage', instance: 'house', severity: 'warning', quiet: true },
      ...{ message: 'Battery voltage is 11.6 V (house)', began_at: '2026-05-14T08:57:30.000Z' },
    },
  ],
}
