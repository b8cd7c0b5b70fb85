import { type Static, type TProperties, Type } from 'typebox'
import { Frame } from '../cameras/cameras.ts'
import { EXAMPLE_IDS } from '../common/example-ids.ts'
import { dateTime, named, oneOf, orNull, text, uuid } from '../common/schema.ts'
import { ServiceLog } from '../maintenance/maintenance.ts'
import { Alarm } from './alarms.ts'
import { InstallationAlarm } from './installation-alarms.ts'
import type { AlarmEvent } from './rule-kinds.ts'
import type { VesselEvent } from './webhook-events.ts'

/** What it tells of an alarm. */
export const WebhookAlarm = named(
  'WebhookAlarm',
  'An alarm when the message was written',
  Type.Pick(Alarm, ['id', 'kind', 'metric', 'instance', 'limit', 'severity', 'value', 'text', 'began_at', 'ended_at'])
    .properties,
)
export type WebhookAlarm = Static<typeof WebhookAlarm>

const vessel = named('WebhookVessel', 'The vessel', {
  id: uuid('Its id', 'vessel'),
  name: text(200, 'Its name then', 'Aurora'),
})

const { url: _url, ...ofFrame } = Frame.properties

/** What it tells of a frame. */
export const WebhookFrame = named('WebhookFrame', 'A frame; `GET /v1/cameras/{id}/frames` has links to the image', {
  ...ofFrame,
  camera_id: uuid('The camera', 'camera'),
  label: text(60, 'Its name', 'Cockpit'),
})
export type WebhookFrame = Static<typeof WebhookFrame>

/** The frame that goes with an alarm. */
export const AlarmFrame = named('AlarmFrame', 'A frame that goes with an alarm', {
  id: uuid('The frame', 'frame'),
  camera_id: uuid('The camera', 'camera'),
  label: text(60, 'Its name', 'Cockpit'),
  captured_at: dateTime('When it was taken'),
  url: text(
    2000,
    'A signed link to it, at most 800 px wide, without metadata; valid for a day, and as long as the frame is kept',
    'https://boat.example/frames/0b9f…?exp=1&size=screen&sig=…',
  ),
})
export type AlarmFrame = Static<typeof AlarmFrame>

const payload = (type: string, title: string, data: TProperties, examples?: object[]) =>
  named(title, `What a webhook gets: ${type}`, {
    type: oneOf([type], 'What has happened'),
    timestamp: dateTime('When it happened'),
    data: Type.Object(data, { ...(examples && { examples }) }),
  })

const began_at = '2026-05-14T09:30:00.000Z'
type BoatEvent = Exclude<AlarmEvent, 'installation.alarm'>

const exampleAlarms: Record<BoatEvent, Partial<Alarm>> = {
  'vessel.alarm': { kind: 'above', metric: 'engine_coolant_temp', instance: 'port', limit: 98, value: 101.5 },
  'task.due': { kind: 'task_overdue', instance: EXAMPLE_IDS.task, text: 'Engine oil and filter', severity: 'warning' },
  'connection.silent': { kind: 'silent', limit: 24, severity: 'warning' },
}

const none = { metric: null, instance: null, limit: null, severity: 'alarm', value: null, text: null } as const
const exampleOfAlarm = (event: BoatEvent, ended_at: string | null) => ({
  vessel: { id: EXAMPLE_IDS.vessel, name: 'Aurora' },
  alarm: { id: EXAMPLE_IDS.alarm, ...none, ...exampleAlarms[event], began_at, ended_at },
})

const ofAlarm = (event: BoatEvent, name: string, began: string, ended: string) => ({
  [`${event}.began`]: {
    summary: began,
    schema: payload(`${event}.began`, `${name}Began`, { vessel, alarm: WebhookAlarm }, [exampleOfAlarm(event, null)]),
  },
  [`${event}.ended`]: {
    summary: ended,
    schema: payload(`${event}.ended`, `${name}Ended`, { vessel, alarm: WebhookAlarm }, [
      exampleOfAlarm(event, '2026-05-14T10:12:00.000Z'),
    ]),
  },
})

/** What it tells of an alarm of the installation. */
export const WebhookInstallationAlarm = named(
  'WebhookInstallationAlarm',
  'An alarm of the installation when the message was written',
  Type.Pick(InstallationAlarm, ['id', 'kind', 'instance', 'limit', 'severity', 'value', 'text', 'began_at', 'ended_at'])
    .properties,
)
export type WebhookInstallationAlarm = Static<typeof WebhookInstallationAlarm>

const ofInstallation = (state: 'began' | 'ended', name: string, summary: string) => ({
  [`installation.alarm.${state}`]: {
    summary,
    schema: payload(`installation.alarm.${state}`, name, { alarm: WebhookInstallationAlarm }),
  },
})

const exampleFrame: AlarmFrame = {
  id: EXAMPLE_IDS.frame,
  camera_id: EXAMPLE_IDS.camera,
  label: 'Cockpit',
  captured_at: '2026-05-14T09:12:00.000Z',
  url: 'https://boat.example/frames/0b9f…?exp=1&size=screen&sig=…',
}

/** What webhooks get, by its `type`. */
export const WEBHOOKS = {
  ...ofAlarm('vessel.alarm', 'VesselAlarm', 'An alarm has begun', 'An alarm has ended'),
  'vessel.alarm.began': {
    summary: 'An alarm has begun',
    schema: payload(
      'vessel.alarm.began',
      'VesselAlarmBegan',
      {
        vessel,
        alarm: WebhookAlarm,
        frame: orNull(
          AlarmFrame,
          'The newest frame of the boat, or of the camera that the rule names; null: there is none of the last 24 hours, or the channel gets none',
        ),
      },
      [{ ...exampleOfAlarm('vessel.alarm', null), frame: exampleFrame }],
    ),
  },
  'vessel.alarm.frame': {
    summary: 'The camera that the rule of an alarm names has sent its frame',
    schema: payload('vessel.alarm.frame', 'VesselAlarmFrame', { vessel, alarm: WebhookAlarm, frame: AlarmFrame }, [
      { ...exampleOfAlarm('vessel.alarm', null), frame: exampleFrame },
    ]),
  },
  ...ofAlarm('task.due', 'TaskDue', 'A task is due', 'A task is no longer due'),
  ...ofAlarm('connection.silent', 'ConnectionSilent', 'Nothing comes from the boat', 'The boat is no longer silent'),
  ...ofInstallation('began', 'InstallationAlarmBegan', 'An alarm of the installation has begun'),
  ...ofInstallation('ended', 'InstallationAlarmEnded', 'An alarm of the installation has ended'),
  'service.logged': {
    summary: 'A service was added to the logbook',
    schema: payload('service.logged', 'ServiceLogged', { vessel, service_log: ServiceLog }),
  },
  'frame.stored': {
    summary: 'A frame was stored',
    schema: payload('frame.stored', 'FrameStored', { vessel, frame: WebhookFrame }),
  },
  test: {
    summary: 'A test that the owner sent from the app',
    schema: payload('test', 'WebhookTest', {}),
  },
}

export type MessageType = `${AlarmEvent}.${'began' | 'ended'}` | 'vessel.alarm.frame' | VesselEvent

/** What a message tells. A test is never stored. */
export const MESSAGE_TYPES = Object.keys(WEBHOOKS).filter((type) => type !== 'test') as MessageType[]
