import { type Static, Type } from 'typebox'
import { Alarm } from '../alarms/alarms.ts'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import { dateTime, idParam, integer, named, nullable, number, oneOf, orNull, text } from '../common/schema.ts'
import { minutes } from '../common/words.ts'
import { DueForecast } from '../maintenance/app-maintenance.ts'
import { DueItem, EngineHourLog, Inspection, ServiceLog } from '../maintenance/maintenance.ts'
import { Series } from '../telemetry/app-telemetry.ts'
import { Vessel } from '../vessels/vessels.ts'

/** What readings say is an alarm (alarms/alarms.ts); this is of the onboard devices themselves. */
export const ALERT_CODES = ['box_silent', 'camera_error'] as const
export type AlertCode = (typeof ALERT_CODES)[number]

export const Alert = named('Alert', 'An onboard device that needs attention', {
  code: oneOf(ALERT_CODES, 'What it is'),
  subject: text(80, 'Which connection or camera', 'Cockpit'),
  text: nullable(text(200, "Why the camera's picture was refused", 'upload_failed')),
  at: dateTime('When it was last seen'),
})
export type Alert = Static<typeof Alert>

const count = (description: string, example: number) => integer(0, 1_000_000, description, example)

export const FleetFrame = named('FleetFrame', 'The newest frame of a boat', {
  url: text(
    2000,
    `A signed link to the picture, valid for ${minutes(LIMITS.signedLinkSeconds)}`,
    'https://boat.example/frames/0b9f…?exp=1&sig=…',
  ),
  thumb_url: text(
    2000,
    'The same, 320 px wide or as wide as the picture',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=thumb',
  ),
  screen_url: text(
    2000,
    'The same, 800 px wide or as wide as the picture',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=screen',
  ),
  width: nullable(integer(1, 100_000, 'Width of the picture, px', 1280)),
  height: nullable(integer(1, 100_000, 'Height of the picture, px', 720)),
  captured_at: dateTime('When it was taken'),
  camera_label: text(60, 'Name of the camera', 'Cockpit'),
})
export type FleetFrame = Static<typeof FleetFrame>

export const Position = named('Position', 'The last known position of a boat', {
  lat: number(-90, 90, 'Latitude, degrees, north positive', 54.6612),
  lon: number(-180, 180, 'Longitude, degrees, east positive', 9.9331),
  recorded_at: dateTime('When it was measured'),
})
export type Position = Static<typeof Position>

/** Why a health score is not 100, or not known; the worst first. */
export const HEALTH_REASONS = [
  'alarm',
  'safety_finding',
  'safety_task',
  'overdue',
  'due_soon',
  'never_logged',
  'inspection',
] as const
export type HealthReasonCode = (typeof HEALTH_REASONS)[number]

export const HealthReason = named('HealthReason', 'Why the health score is not 100', {
  code: oneOf(
    HEALTH_REASONS,
    'alarm: open alarms; safety_finding: a safety item did not pass its last inspection; safety_task: a safety task is overdue or was never logged; overdue, due_soon, never_logged: tasks; inspection: the score of the last inspection',
  ),
  count: count('How many; for inspection its score in percent', 2),
})
export type HealthReason = Static<typeof HealthReason>

/** What the list of boats shows of each, and the boat's own page first of all. */
const glance = {
  vessel: Vessel,
  due: named('DueSummary', 'What maintenance is due, in numbers', {
    overdue: count('Tasks past due', 1),
    due_soon: count('Tasks due within their lead', 2),
    ok: count('Tasks that are neither', 9),
    never_logged: count('Of those, tasks without any logged service: nobody knows how they are', 3),
    next: orNull(DueItem, 'The most urgent task; null without any task'),
  }),
  last_seen_at: nullable(dateTime('When any of its connections was last seen')),
  box_count: count('How many connections are enabled', 2),
  position: orNull(Position, 'The last known position; null if unknown'),
  frame: orNull(FleetFrame, 'The newest frame of an enabled camera; null without one'),
  alarms: Type.Array(Alarm, {
    description:
      'The open alarms, worst first: alarms before warnings, what nobody acknowledged first, then the newest',
  }),
  alerts: Type.Array(Alert, { description: 'Onboard devices that need attention, most urgent first' }),
  health_reasons: Type.Array(HealthReason, { description: 'Why the health score is not 100, worst first' }),
}

export const FleetVessel = named('FleetVessel', 'A boat at a glance', glance)
export type FleetVessel = Static<typeof FleetVessel>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const getFleet = route({
  ...app,
  id: 'getFleet',
  method: 'GET',
  path: '/app/fleet',
  resource: null,
  summary: 'Every boat at a glance',
  description: 'The boats of the account, oldest first, each with what needs attention.',
  answers: { 200: { description: 'The boats', schema: Type.Object({ vessels: Type.Array(FleetVessel) }) } },
  errors: [],
})

export const OVERVIEW = { dueItems: 8, serviceLogs: 4, hourLogs: 4 } as const

export const VesselOverview = named('VesselOverview', "What a boat's page shows first", {
  ...glance,
  due_items: Type.Array(DueForecast, { description: `The ${OVERVIEW.dueItems} most urgent tasks, most urgent first` }),
  series: Type.Array(Series, {
    description: `The newest reading of each series that was measured in the last ${LIMITS.latestDays} days`,
  }),
  service_logs: Type.Array(ServiceLog, { description: `The last ${OVERVIEW.serviceLogs} services, newest first` }),
  engine_hour_logs: Type.Array(EngineHourLog, {
    description: `The last ${OVERVIEW.hourLogs} entries of the hour log, newest first`,
  }),
  open_inspection: orNull(Inspection, 'The newest inspection that is not finished'),
  last_inspection: orNull(Inspection, 'The newest inspection that is finished'),
})
export type VesselOverview = Static<typeof VesselOverview>

export const getVesselOverview = route({
  ...app,
  id: 'getVesselOverview',
  method: 'GET',
  path: '/app/vessels/{id}/overview',
  resource: 'vessel',
  summary: "A boat's page",
  description:
    'A boat at a glance, its most urgent tasks, its newest values and the last entries of its logs: one answer for one page.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The boat', schema: VesselOverview } },
  errors: [],
})
