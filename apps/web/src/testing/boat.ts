import type {
  Alarm,
  AlarmRule,
  CameraOverview,
  ConnectionOverview,
  DueForecast,
  EngineHourLog,
  FleetVessel,
  InspectionPoint,
  InspectionSummary,
  Provider,
  Series,
  ServiceLog,
  Share,
  StoredFrame,
  Task,
  Vessel,
  VesselOverview,
} from '@binnacle/contract'
import type { AnswerOf } from '../api/client.ts'

/** An account and a boat for tests of pages, as the service describes them. Times are of `NOW` and before. */
export const NOW = Date.now()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const hoursAgo = (hours: number): string => new Date(NOW - hours * HOUR_MS).toISOString()
export const daysAgo = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()
export const inDays = (days: number): string => daysAgo(-days)

export const id = (n: number): string => `0b9f6a52-5d3e-4c0e-9a43-${String(n).padStart(12, '0')}`

export const ME: AnswerOf<'GET /app/me'>['account'] = {
  id: id(1),
  email: 'ada@example.org',
  name: 'Ada',
  plan: 'pro',
  operator: false,
}

export const BOAT: Vessel = {
  id: id(2),
  name: 'Nordlys',
  vessel_type: 'sailboat',
  make: 'Hallberg-Rassy',
  model: null,
  hin: null,
  length_m: 11.7,
  marina: 'Kappeln',
  health_score: 80,
  engine_hours: 412,
  service_level: null,
  created_at: daysAgo(400),
}

/** The address of a page of the boat. */
export const boatPath = (page: string): string => `/boats/${BOAT.id}${page}`

/** Coolant above 98 °C for two hours. */
export const alarm = (some: Partial<Alarm> = {}): Alarm => ({
  ...{ id: id(700), rule_id: id(800), kind: 'above', metric: 'engine_coolant_temp', instance: 'port', limit: 98 },
  ...{ severity: 'alarm', value: 101, text: null, camera_id: null, began_at: hoursAgo(2), ended_at: null },
  ...{ acknowledged_at: null, acknowledged_by: null, silenced_at: null, silenced_until: null },
  ...some,
})

export const alarmRule = (some: Partial<AlarmRule> = {}): AlarmRule => ({
  ...{ id: id(800), kind: 'above', metric: 'engine_coolant_temp', instance: null, limit: 98, lat: null, lon: null },
  ...{ margin: 4, hold_s: 10 },
  ...{ applies: 'always', severity: 'alarm', enabled: true, camera_id: null },
  ...some,
})

export const task = (some: Partial<DueForecast>): DueForecast => ({
  task_id: id(100),
  title: 'Engine oil',
  status: 'ok',
  due_date: null,
  due_hours: null,
  interval_days: null,
  interval_hours: null,
  once: false,
  days_left: null,
  hours_left: null,
  trips_by: 'date',
  predicted_date: null,
  last_service: null,
  ...some,
})

export const fleetVessel = (some: Partial<FleetVessel> = {}): FleetVessel => ({
  vessel: BOAT,
  due: { overdue: 0, due_soon: 0, ok: 2, never_logged: 0, next: null },
  last_seen_at: hoursAgo(0),
  box_count: 1,
  position: null,
  frame: null,
  alarms: [],
  alerts: [],
  health_reasons: [],
  ...some,
})

export const overview = (some: Partial<VesselOverview> = {}): VesselOverview => ({
  ...fleetVessel(),
  due_items: [],
  series: [],
  service_logs: [],
  engine_hour_logs: [],
  open_inspection: null,
  last_inspection: null,
  ...some,
})

export const loggedTask = (some: Partial<Task> = {}): Task => ({
  id: id(100),
  title: 'Engine oil',
  interval_days: 365,
  interval_hours: null,
  lead_days: 30,
  lead_hours: 25,
  start_at: daysAgo(400),
  start_hours: 0,
  safety: false,
  once: false,
  finding_id: null,
  created_at: daysAgo(400),
  ...some,
})

export const serviceLog = (some: Partial<ServiceLog> = {}): ServiceLog => ({
  id: id(200),
  title: 'Engine oil',
  done_at: daysAgo(20),
  engine_hours: 400,
  cost: null,
  currency: null,
  route: 'diy',
  note: null,
  task_id: null,
  ...some,
})

export const hourLog = (some: Partial<EngineHourLog> = {}): EngineHourLog => ({
  id: id(300),
  hours: 412,
  litres: null,
  fuel_cost: null,
  currency: null,
  source: 'manual',
  logged_at: daysAgo(3),
  ...some,
})

export const camera = (some: Partial<CameraOverview> = {}): CameraOverview => ({
  id: id(400),
  label: 'Cockpit',
  view: 'cockpit',
  enabled: true,
  last_frame_at: null,
  last_error: null,
  retain_frames: 24,
  created_at: daysAgo(30),
  frames: 0,
  frames_bytes: 0,
  newest_frame: null,
  last_check_in: null,
  connection: { id: id(500), provider_name: 'Onboard camera', enabled: true, last_seen_at: hoursAgo(0) },
  ...some,
})

export const frame = (some: Partial<StoredFrame> = {}): StoredFrame => ({
  id: id(450),
  width: 640,
  height: 480,
  bytes: 1000,
  trigger: 'device',
  captured_at: hoursAgo(0),
  received_at: hoursAgo(0),
  mime: 'image/jpeg',
  url: 'http://boat.test/frames/1?exp=1&sig=a',
  thumb_url: 'http://boat.test/frames/1?exp=1&sig=a&size=thumb',
  ...some,
})

export const connection = (some: Partial<ConnectionOverview> = {}): ConnectionOverview => ({
  id: id(500),
  provider: 'generic-http',
  label: null,
  config: {},
  ingest_key_prefix: 'ct_abcdefgh',
  enabled: true,
  last_seen_at: null,
  last_error: null,
  created_at: daysAgo(1),
  provider_name: 'Your own script',
  covers: [],
  readings_last_day: 0,
  cameras: [],
  ...some,
})

export const provider = (slug: string, some: Partial<Provider> = {}): Provider => ({
  slug,
  name: slug,
  summary: '',
  direction: 'push',
  status: 'live',
  covers: [],
  install_notes: null,
  docs_url: null,
  ...some,
})

export const share = (some: Partial<Share> = {}): Share => ({
  token: 's7Kq2xW9vT4yZ1aB3cD5eF',
  url: 'http://boat.test/v/s7Kq2xW9vT4yZ1aB3cD5eF',
  embed_url: 'http://boat.test/embed/s7Kq2xW9vT4yZ1aB3cD5eF',
  badge_url: 'http://boat.test/api/badge/s7Kq2xW9vT4yZ1aB3cD5eF',
  ...some,
  toggles: {
    specs: true,
    photo: false,
    location: false,
    hin: false,
    health: true,
    due: true,
    engine_hours: true,
    inspections: true,
    service_history: true,
    costs: false,
    ...some.toggles,
  },
})

export const inspection = (some: Partial<InspectionSummary> = {}): InspectionSummary => ({
  ...{ id: id(600), status: 'completed', started_at: daysAgo(2), completed_at: daysAgo(1), score: 88 },
  ...{ engine_hours: 410, vir_code: 'VIR-7K3M-Q9TD' },
  ...{ points: 4, operational: 2, attention: 1, non_operational: 0 },
  ...some,
})

export const point = (n: number, some: Partial<InspectionPoint> = {}): InspectionPoint => ({
  ...{ id: id(610 + n), template_item_id: null, verdict: null, note: null, updated_at: daysAgo(1) },
  ...{
    checklist: 'engine-diesel',
    section: 'Engine',
    title: `Point ${n}`,
    hint: '',
    previous: null,
    photos: [],
    task_id: null,
  },
  ...some,
})

/** The newest reading of a series. */
export const reading = (some: Partial<Series> = {}): Series => ({
  ...{ metric: 'battery_voltage', unit: 'V', instance: 'house', value: 12.6, text_value: null },
  ...{ recorded_at: hoursAgo(0), arrived_at: hoursAgo(0) },
  ...some,
})

/** Of an account whose storage is full. */
export const USE: AnswerOf<'GET /app/use'>['use'] = {
  vessels: { used: 2, max: 50 },
  access_keys: { used: 0, max: 0 },
  connections: { used: 3, max: null },
  photos: { used: 12, max: 500 },
  storage_bytes: { used: 2_100_000_000, max: 2_000_000_000 },
}
