import type { Alert, AlertCode, Series } from '@binnacle/contract'

/** The metrics of the rules. */
export const ALERT_METRICS = [
  'bilge_water',
  'fault_code',
  'shore_power',
  'battery_voltage',
  'battery_soc_pct',
  'speed_over_ground',
  'engine_rpm',
] as const

/** An onboard device. One that is switched off, or has never sent anything, is not silent. */
export interface AlertDevice {
  name: string
  enabled: boolean
  last_seen_at: Date | null
}

export interface AlertCamera {
  label: string
  /** Why its last picture was refused. */
  last_error: string | null
  last_frame_at: Date | null
  created_at: Date
}

export interface AlertFacts {
  /** The newest reading of each series. */
  series: readonly Series[]
  devices: readonly AlertDevice[]
  /** The cameras that are switched on. */
  cameras: readonly AlertCamera[]
}

/** Worst first: water in the boat, then faults, then power, then devices that are silent. */
const ORDER: Record<AlertCode, number> = {
  bilge_water: 0,
  fault: 1,
  shore_power_lost: 2,
  battery_low: 3,
  box_silent: 4,
  camera_error: 5,
}

/** What needs attention now: the worst first, and of those the newest. */
export const alertsOf = ({ series, devices, cameras }: AlertFacts, now: Date): Alert[] =>
  [
    ...series.flatMap(bilgeWater),
    ...series.flatMap(fault),
    ...shorePowerLost(series),
    ...batteriesLow(series),
    ...devices.flatMap((device) => silentDevice(device, now)),
    ...cameras.flatMap(cameraError),
  ].sort((a, b) => ORDER[a.code] - ORDER[b.code] || Date.parse(b.at) - Date.parse(a.at))

const alert = (code: AlertCode, at: string, facts: Partial<Alert> = {}): Alert => ({
  code,
  subject: null,
  text: null,
  value: null,
  unit: null,
  ...facts,
  at,
})

/** Our onboard software sends `none` when a fault has ended; other senders leave the text empty or send OK. */
const NO_FAULT = /^(none|ok|)$/i

function bilgeWater({ metric, instance, value, recorded_at }: Series): Alert[] {
  return metric === 'bilge_water' && value ? [alert('bilge_water', recorded_at, { subject: instance })] : []
}

/** A fault is sent once, when it begins, and stands until the boat says that it has ended. */
function fault({ metric, instance, text_value: text, recorded_at }: Series): Alert[] {
  if (metric !== 'fault_code' || NO_FAULT.test((text ?? '').trim())) return []
  return [alert('fault', recorded_at, { subject: instance, text })]
}

/** A boat at its mooring or anchor moves slower than this, kn. */
const UNDER_WAY_KN = 1

/** A boat under way has no shore power, which is no alert. By the newest readings of its speed and engines. */
const underWay = (series: readonly Series[]) =>
  series.some(
    ({ metric, value }) =>
      (metric === 'speed_over_ground' && (value ?? 0) >= UNDER_WAY_KN) || (metric === 'engine_rpm' && (value ?? 0) > 0),
  )

/** Boats often have a second inlet that is not in use: shore power is lost when no inlet has it. */
function shorePowerLost(series: readonly Series[]): Alert[] {
  const inlets = series.filter(({ metric, value }) => metric === 'shore_power' && value !== null)
  const newest = inlets.toSorted((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at))[0]
  if (!newest || inlets.some(({ value }) => value) || underWay(series)) return []
  return [alert('shore_power_lost', newest.recorded_at)]
}

/** A lead-acid battery is damaged below 50 %; at 20 % a lithium battery is about to switch itself off too. */
const LOW_SOC_PCT = 20

/** A 12 V battery at rest is almost empty at this voltage, lead-acid or lithium. */
const LOW_VOLTS_OF_12 = 11.8

/** For a bank of 12, 24 or 48 V: more than 16 V cannot be a 12 V bank, more than 32 V not a 24 V bank. */
const lowVolts = (volts: number) => LOW_VOLTS_OF_12 * (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** A sensor that is not wired reads almost 0 V; a battery that powers its monitor has more than this. */
const NO_BATTERY_VOLTS = 5

/** By the state of charge where it is known, else by the voltage, which drops under load. */
function batteriesLow(series: readonly Series[]): Alert[] {
  const charged = series.filter(({ metric, value }) => metric === 'battery_soc_pct' && value !== null)
  const known = new Set(charged.map(({ instance }) => instance))
  const bySoc = charged.filter(({ value }) => value! <= LOW_SOC_PCT)
  const byVolts = series.filter(
    ({ metric, instance, value }) =>
      metric === 'battery_voltage' && !known.has(instance) && value !== null && isLow(value),
  )
  return [...bySoc, ...byVolts].map(({ metric, instance, value, recorded_at }) =>
    alert('battery_low', recorded_at, {
      subject: instance,
      value,
      unit: metric === 'battery_soc_pct' ? '%' : 'V',
    }),
  )
}

const isLow = (volts: number) => volts > NO_BATTERY_VOLTS && volts < lowVolts(volts)

/** Our onboard software sends at least every 15 minutes. After four missed times the device is silent. */
const SILENT_MS = 60 * 60_000

function silentDevice({ name, enabled, last_seen_at }: AlertDevice, now: Date): Alert[] {
  if (!enabled || !last_seen_at || now.getTime() - last_seen_at.getTime() <= SILENT_MS) return []
  return [alert('box_silent', last_seen_at.toISOString(), { subject: name })]
}

const cameraError = ({ label, last_error, last_frame_at, created_at }: AlertCamera): Alert[] =>
  last_error === null
    ? []
    : [
        alert('camera_error', (last_frame_at ?? created_at).toISOString(), {
          subject: label,
          text: last_error,
        }),
      ]
