import type {
  AuditDetail,
  AuditKind,
  CameraView,
  ChannelKind,
  Frame,
  FrameMime,
  HourSource,
  InstallationRuleKind,
  Language,
  Metric,
  Plan,
  Provider,
  QuietPasses,
  RuleApplies,
  RuleKind,
  Scope,
  ServiceLog,
  Severity,
  ShareToggles,
  Summary,
  Verdict,
  Vessel,
  VesselType,
  WebhookEvent,
} from '@binnacle/contract'
import type { ColumnType, Generated } from 'kysely'

/** Decimal columns come back as text, exact; they are written as numbers. */
type Decimal = ColumnType<string | null, number | null, number | null>
type Json<T> = ColumnType<T, string, string>

interface OwnerTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  plan: Plan
  operator: Generated<boolean>
  two_factor_enabled: Generated<boolean>
  suspended_at: Generated<Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  calendar_token: Generated<string | null>
  /** Local times as HH:MM; null: no quiet hours. */
  quiet_from: Generated<string | null>
  quiet_until: Generated<string | null>
  quiet_time_zone: Generated<string | null>
}

interface SessionTable {
  id: string
  owner_id: string
  token: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  confirmed_at: Generated<Date | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface PasskeyTable {
  id: string
  owner_id: string
  name: string
  public_key: string
  credential_id: string
  counter: number
  device_type: string
  backed_up: boolean
  transports: string | null
  aaguid: string | null
  created_at: Generated<Date>
}

interface AccessKeyTable {
  id: string
  owner_id: string
  name: string
  prefix: string
  key_hash: Uint8Array
  scopes: Scope[]
  expires_at: Date | null
  last_used_at: Date | null
  created_at: Generated<Date>
}

interface AuditEventTable {
  id: string
  at: Date
  owner_id: string | null
  by_id: string | null
  kind: AuditKind
  detail: Json<AuditDetail>
  ip: string | null
  user_agent: string | null
  device: Uint8Array | null
  notice: Generated<boolean>
}

interface SettingTable {
  name: string
  value: Json<unknown>
}

interface ProviderTable {
  slug: string
  name: string
  summary: string
  direction: Provider['direction']
  status: Provider['status']
  covers: string[]
  install_notes: string | null
  docs_url: string | null
  position: number
}

export interface VesselTable {
  id: string
  owner_id: string
  name: string
  vessel_type: VesselType
  make: string | null
  model: string | null
  hin: string | null
  length_m: number | null
  marina: string | null
  service_level: Vessel['service_level'] | null
  engine_hours: number | null
  telemetry_keep_days: Generated<number | null>
  telemetry_keep_from: Generated<Date | null>
  created_at: Generated<Date>
}

export interface BrandRequestTable {
  id: string
  owner_id: string
  vessel_id: string | null
  system_name: string
  boat_make: string | null
  note: string | null
  created_at: Generated<Date>
}

export interface TaskTable {
  vessel_id: string
  id: string
  title: string
  title_key: string
  interval_days: number | null
  interval_hours: number | null
  lead_days: number
  lead_hours: number
  start_at: Date
  start_hours: number | null
  safety: Generated<boolean>
  once: Generated<boolean>
  finding_id: string | null
  created_at: Generated<Date>
}

interface ServiceLogTable {
  vessel_id: string
  id: string
  title: string
  title_key: string
  done_at: Date
  engine_hours: number | null
  cost: Decimal
  currency: string | null
  route: ServiceLog['route']
  note: string | null
  note_key: string | null
  task_id: string | null
  created_at: Generated<Date>
}

interface EngineHourLogTable {
  vessel_id: string
  id: string
  hours: number | null
  litres: Decimal
  fuel_cost: Decimal
  currency: string | null
  source: HourSource
  logged_at: Date
  service_id: string | null
}

export interface InspectionTable {
  vessel_id: string
  id: string
  started_at: Date
  completed_at: Date | null
  score: number | null
  engine_hours: number | null
  vir_code: string | null
}

interface InspectionItemTable {
  vessel_id: string
  inspection_id: string
  id: string
  position: number
  template_item_id: string | null
  verdict: Verdict | null
  note: string | null
  updated_at: Date
}

export interface InspectionPhotoTable {
  vessel_id: string
  id: string
  inspection_id: string
  item_id: string
  mime: FrameMime
  width: number
  height: number
  bytes: number
  created_at: Date
}

export interface ConnectionTable {
  vessel_id: string
  id: string
  provider: string
  label: string | null
  config: Json<Record<string, unknown>>
  key_hash: Uint8Array
  key_prefix: string
  enabled: Generated<boolean>
  suspended: Generated<boolean>
  last_seen_at: Date | null
  last_error: string | null
  telemetry_at: Date | null
  created_at: Generated<Date>
  /** Null: the owner created it in the app, or took it over there. */
  access_key_id: Generated<string | null>
  /** Readings of these times arrived and are not yet judged by the alarm rules. */
  unjudged_from: Generated<Date | null>
  unjudged_to: Generated<Date | null>
  unjudged_since: Generated<Date | null>
  unjudged_batches: Generated<number>
}

export interface AlarmRuleTable {
  vessel_id: string
  id: string
  kind: RuleKind
  metric: Metric | null
  instance: string | null
  limit: number | null
  lat: number | null
  lon: number | null
  margin: number
  hold_s: number
  applies: RuleApplies
  severity: Severity
  enabled: boolean
  camera_id: Generated<string | null>
  created_at: Generated<Date>
}

interface AlarmTable {
  vessel_id: string
  id: string
  rule_id: string
  kind: RuleKind
  metric: Metric | null
  /** '' for none. */
  instance: string
  limit: number | null
  severity: Severity
  value: number | null
  text: string | null
  began_at: Date
  ended_at: Date | null
  acknowledged_at: Generated<Date | null>
  /** A person's name, or an access key's. */
  acknowledged_by: Generated<string | null>
  silenced_at: Generated<Date | null>
  silenced_until: Generated<Date | null>
  created_at: Generated<Date>
  told_at: Generated<Date | null>
  told_end_at: Generated<Date | null>
  /** The camera that its rule named when it was told. */
  camera_id: Generated<string | null>
  /** Until when a picture of this camera is awaited. */
  picture_until: Generated<Date | null>
}

export interface ChannelTable {
  owner_id: string
  id: string
  kind: ChannelKind
  name: string
  address: string
  secret: string | null
  severity: Severity
  events: WebhookEvent[] | null
  language: Language
  enabled: Generated<boolean>
  told_at: Generated<Date | null>
  last_error: Generated<string | null>
  verified_at: Date | null
  created_at: Generated<Date>
  quiet_passes: Generated<QuietPasses>
  frames: Generated<boolean>
  summary: Generated<Summary>
  /** Until when what it has been sent goes; null: it never asked for summaries. */
  summary_until: Generated<Date | null>
}

interface MessageTable {
  /** null: it is about the installation. */
  vessel_id: string | null
  id: string
  channel_id: string
  alarm_id: string | null
  content: Json<unknown>
  created_at: Date
  next_try_at: Date
  tries: Generated<number>
  done_at: Generated<Date | null>
  error: Generated<string | null>
  held_until: Generated<Date | null>
  /** When its owner last asked for it to be sent again. */
  again_at: Generated<Date | null>
}

interface ServiceProcessTable {
  id: string
  place: string
  booted_at: Date
  started_at: Date
  seen_at: Date
  ended_at: Date | null
  judged_at: Date | null
  told_at: Date | null
  makes_backups: boolean
  disks: Json<unknown>
}

interface InstallationRuleTable {
  kind: InstallationRuleKind
  limit: number
  severity: Severity
  enabled: Generated<boolean>
  position: number
}

interface InstallationAlarmTable {
  id: string
  kind: InstallationRuleKind
  instance: string
  limit: number
  severity: Severity
  value: number | null
  text: string | null
  began_at: Date
  ended_at: Date | null
  acknowledged_at: Generated<Date | null>
  acknowledged_by: Generated<string | null>
  silenced_at: Generated<Date | null>
  silenced_until: Generated<Date | null>
  told_at: Generated<Date | null>
  told_end_at: Generated<Date | null>
}

interface AlarmJudgedTable {
  vessel_id: string
  version: number
  until_at: Date | null
  /** JSON of alarms/judge/boat.ts. */
  state: string | null
}

interface TelemetryBatchTable {
  vessel_id: string
  connection_id: string
  batch_key: string
  body_hash: string | null
  last_at: Date
  first_at: Date
  arrived_at: Date
  metrics: number
  accepted: number
  hours_applied: boolean
  rejected: Json<{ metric: string; reason: string }[]> | null
  body: string
  block: Uint8Array | null
}

interface TelemetryAnsweredTable {
  vessel_id: string
  connection_id: string
  hour: number
  day: number
  batches: Uint8Array
  applied: Uint8Array
  mark_bytes: Generated<number>
}

interface TelemetryDayTable {
  vessel_id: string
  day: string
  metrics: number
  compact_at: Date | null
}

interface TelemetryPendingRollupTable {
  vessel_id: string
  hour: number
  marked_at: Generated<Date>
  claimed_at: Date | null
  claim: string | null
}

interface TelemetryRollupTable {
  vessel_id: string
  metric: number
  instance: string
  day: number
  readings: number
  least: number | null
  greatest: number | null
  mean: number | null
  last: number | null
  last_slot: number | null
  buckets: string
  track: string | null
  changes: string | null
}

interface TelemetryLatestTable {
  vessel_id: string
  metric: number
  instance: string
  measured_at: Date
  arrived_at: Date
  unit: string | null
  value: number | null
  text_value: string | null
}

export interface CameraTable {
  vessel_id: string
  id: string
  connection_id: string
  registered_label: string
  label: string
  view: CameraView
  enabled: Generated<boolean>
  last_frame_at: Date | null
  last_error: string | null
  retain_frames: number
  watched_at: Date | null
  created_at: Generated<Date>
}

export interface FrameTable {
  vessel_id: string
  id: string
  camera_id: string
  mime: FrameMime
  width: number | null
  height: number | null
  bytes: number | null
  trigger: Frame['trigger']
  captured_at: Date
  received_at: Date
}

export interface CheckInTable {
  vessel_id: string
  id: string
  camera_id: string
  requested_at: Date
  expires_at: Date
  frame_id: string | null
  answered_at: Date | null
}

interface ShareTable {
  vessel_id: string
  token: string
  toggles: Json<ShareToggles>
  created_at: Generated<Date>
}

interface VesselCalendarTable {
  vessel_id: string
  token: string
}

interface AnsweredRequestTable {
  owner_id: string
  key_hash: Uint8Array
  answered_at: Generated<Date>
  answer: Uint8Array | null
}

export interface Tables {
  owner: OwnerTable
  session: SessionTable
  passkey: PasskeyTable
  access_key: AccessKeyTable
  answered_request: AnsweredRequestTable
  audit_event: AuditEventTable
  setting: SettingTable
  provider: ProviderTable
  vessel: VesselTable
  brand_request: BrandRequestTable
  task: TaskTable
  service_log: ServiceLogTable
  engine_hour_log: EngineHourLogTable
  inspection: InspectionTable
  inspection_item: InspectionItemTable
  inspection_photo: InspectionPhotoTable
  connection: ConnectionTable
  alarm_rule: AlarmRuleTable
  alarm: AlarmTable
  alarm_judged: AlarmJudgedTable
  channel: ChannelTable
  message: MessageTable
  service_process: ServiceProcessTable
  installation_rule: InstallationRuleTable
  installation_alarm: InstallationAlarmTable
  telemetry_batch: TelemetryBatchTable
  telemetry_answered: TelemetryAnsweredTable
  telemetry_day: TelemetryDayTable
  telemetry_pending_rollup: TelemetryPendingRollupTable
  telemetry_rollup: TelemetryRollupTable
  telemetry_latest: TelemetryLatestTable
  camera: CameraTable
  frame: FrameTable
  check_in: CheckInTable
  share: ShareTable
  vessel_calendar: VesselCalendarTable
}
