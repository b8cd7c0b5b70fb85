import type { GatewayStatus } from '../status/status-file.ts'

/** The status of a gateway that is connected and has heard nothing. */
export const QUIET: GatewayStatus = {
  at: '2026-05-14T11:59:57.000Z',
  connection: { state: 'connected', sentence: 'Connected.', since: null, lastAnswerAt: null },
  lastUploadAt: null,
  uploadedBeforeAt: null,
  queue: {
    waiting: 0,
    sending: 0,
    bytes: 0,
    oldestAt: null,
    oldestAgeMs: null,
    thinned: 0,
    dropped: 0,
    refusedBatches: 0,
    damagedParts: 0,
  },
  rejected: { count: 0, last: [] },
  hourMeterSetting: null,
  hourMeters: [],
  withheld: [],
  series: [],
  clock: { trust: 'server', systemAheadMs: 0 },
  budgets: {} as GatewayStatus['budgets'],
  cameras: [],
  alarms: null,
  program: { version: '1.2.3', pid: 42, startedAt: '2026-05-14T10:00:00.000Z' },
  inputs: [],
}
