import type { InstallationRuleKind, Metric } from '@binnacle/contract'
import { counted } from '@binnacle/contract/counted'

type Instance = string | null

const at = (instance: Instance) => (instance ? ` (${instance})` : '')
const now = (value: string | null) => (value === null ? '' : `: ${value}`)

/** Of an alarm of the installation. */
type InstallationTexts = Record<
  InstallationRuleKind,
  (instance: string, value: string | null, text: string | null, limit: string) => string
>

/** What messages about alarms say. */
export const en = {
  test: 'This is a test. Alarms of your boats will arrive here.',
  alarm: 'Alarm',
  warning: 'Warning',
  open: 'Open',
  acknowledge: 'Acknowledge',
  silence: 'Silence',
  silenceHour: 'Silence for an hour',
  ended: 'Ended',
  picture: (camera: string, time: string) => `Picture: ${camera}, ${time}`,
  quietHours: 'During quiet hours',
  since: (time: string) => `Since ${time}`,
  fromTo: (from: string, to: string) => `${from}–${to}`,
  more: (n: number) => `and ${n} more`,
  silent: (hours: string) => `Nothing came from the boat for ${counted(hours, 'hour', 'hours')}`,
  cameraSilent: (camera: string, hours: string) =>
    `No picture from the camera “${camera}” for ${counted(hours, 'hour', 'hours')}`,
  taskDue: (task: string) => `Due soon or overdue: ${task}`,
  taskOverdue: (task: string) => `Overdue: ${task}`,
  keyExpiring: (key: string, days: string) =>
    `The access key “${key}” expires in ${counted(days, 'day', 'days')} or less`,
  outside: (limit: string, metres: string | null) =>
    `The boat left its circle of ${limit} m${metres === null ? '' : `: it is ${metres} m from the middle`}`,
  hoursStuck: (instance: Instance, hours: string) =>
    `Engine hours${at(instance)} do not move, though the engine has turned for ${counted(hours, 'hour', 'hours')}`,
  fault: (text: string, instance: Instance) => `Fault${at(instance)}: ${text}`,
  onboard: (text: string, instance: Instance) => `Alarm on board${at(instance)}: ${text}`,
  bilgeWater: (instance: Instance) => `Water in the bilge${at(instance)}`,
  shorePower: 'Shore power lost',
  above: (what: string, limit: string, value: string | null) => `${what} above ${limit}${now(value)}`,
  below: (what: string, limit: string, value: string | null) => `${what} below ${limit}${now(value)}`,
  sumAbove: (what: string, value: string | null, limit: string) =>
    `${what}: ${value ?? ''} in an hour, more than ${limit}`,
  low: (what: string, value: string | null) => `${what} low${now(value)}`,
  installation: {
    disk_space: (disk, free, where) =>
      `The disk of the ${disk.split('@')[0]} is nearly full: ${free} % are free (${where})`,
    backup: (_, __, problem, hours) =>
      problem === null ? `No backup for ${counted(hours, 'hour', 'hours')}` : `The backup failed: ${problem}`,
    process: (place, crashes, text) =>
      crashes === null
        ? text === null
          ? `A process of the service is gone: ${place}`
          : `A process of the service has been gone for a day, and is no longer missed: ${place}`
        : `A process of the service was started again after a crash: ${place}${crashes === '1' ? '' : ` (${crashes} times in an hour)`}`,
    lag: (what, minutes) =>
      what === 'judge'
        ? `Alarms are judged ${counted(minutes!, 'minute', 'minutes')} late`
        : `Messages are sent ${counted(minutes!, 'minute', 'minutes')} late`,
  } satisfies InstallationTexts as InstallationTexts,
  summary: {
    hours: (hours: string) => `Engine: ${hours} h`,
    miles: (miles: string) => `Sailed: ${miles} nm`,
    done: (what: string) => `Done: ${what}`,
    cost: (sums: string) => `Spent: ${sums}`,
    alarms: (alarms: number, warnings: number) => `Alarms: ${alarms}, warnings: ${warnings}`,
    due: (tasks: string) => `Due: ${tasks}`,
    overdue: (task: string) => `${task} (overdue)`,
    nothing: 'Nothing to report.',
  },
  email: {
    why: (account: string) => `You get this because this address is a channel of your account: ${account}`,
    verifyTitle: 'Binnacle: is this your address?',
    verify: (link: string) =>
      `Somebody wants to be told of the alarms of a boat at this address. If it was you, open this link, signed in to Binnacle:\n\n${link}\n\nIf it was not you, do nothing: nothing more is sent.`,
  },
  metrics: {
    engine_hours: 'Engine hours',
    engine_rpm: 'Engine speed',
    engine_coolant_temp: 'Coolant temperature',
    engine_oil_pressure: 'Oil pressure',
    fuel_level_pct: 'Fuel level',
    fuel_rate: 'Fuel rate',
    fuel_used: 'Fuel used',
    battery_voltage: 'Battery voltage',
    battery_soc_pct: 'Battery charge',
    water_level_pct: 'Fresh water level',
    waste_level_pct: 'Waste tank level',
    bilge_water: 'Bilge water',
    bilge_pump_cycles: 'Bilge pump starts',
    shore_power: 'Shore power',
    position_lat: 'Latitude',
    position_lon: 'Longitude',
    depth: 'Depth',
    speed_over_ground: 'Speed over ground',
    water_temp: 'Water temperature',
    fault_code: 'Fault',
  } satisfies Record<Metric, string> as Record<Metric, string>,
}
export type AlarmTexts = typeof en
