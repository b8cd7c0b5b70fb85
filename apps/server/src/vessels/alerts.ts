import type { Alert, AlertCode, Series } from '@binnacle/contract'

/** The metrics that the rules look at. */
export const ALERT_METRICS = [
  'bilge_water',
  'fault_code',
  'shore_power',
  'battery_voltage',
  'battery_soc_pct',
  'speed_over_ground',
  'engine_rpm',
] as const

/** A box as the rules see it; one that is switched off, or was never heard, is not silent. */
export interface AlertBox {
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
  boxes: readonly AlertBox[]
  /** The cameras that are switched on. */
  cameras: readonly AlertCamera[]
}

/** Worst first: water in the boat, then what is broken, then what runs out, then what nobody can see any more. */
const ORDER: Record<AlertCode, number> = {
  bilge_water: 0,
  fault: 1,
  shore_power_lost: 2,
  battery_low: 3,
  box_silent: 4,
  camera_error: 5,
}

/** What wants a look now, the worst first and of those the newest. */
export const alertsOf = ({ series, boxes, cameras }: AlertFacts, now: Date): Alert[] =>
  [
    ...series.flatMap(bilgeWater),
    ...series.flatMap(fault),
    ...shorePowerLost(series),
    ...batteriesLow(series),
    ...boxes.flatMap((box) => silentBox(box, now)),
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

/** What our box sends when a fault has ended; other senders leave the text empty or say OK. */
const NO_FAULT = /^\s*(none|ok|)\s*$/i

function bilgeWater({ metric, instance, value, recorded_at }: Series): Alert[] {
  return metric === 'bilge_water' && value ? [alert('bilge_water', recorded_at, { subject: instance })] : []
}

/** A fault stands until the boat says that it has ended: it is told once, when it comes. */
function fault({ metric, instance, text_value: text, recorded_at }: Series): Alert[] {
  if (metric !== 'fault_code' || NO_FAULT.test(text ?? '')) return []
  return [alert('fault', recorded_at, { subject: instance, text })]
}

/** Faster than a boat swings on her lines or anchor, kn. */
const UNDER_WAY_KN = 1

/** A boat under way has no shore power, and nobody wants to be told: by the last word of her speed and engines. */
const underWay = (series: readonly Series[]) =>
  series.some(
    ({ metric, value }) =>
      (metric === 'speed_over_ground' && (value ?? 0) >= UNDER_WAY_KN) || (metric === 'engine_rpm' && (value ?? 0) > 0),
  )

/** Two inlets, one of them unused, are ordinary: power is lost when none has it. */
function shorePowerLost(series: readonly Series[]): Alert[] {
  const inlets = series.filter(({ metric, value }) => metric === 'shore_power' && value !== null)
  const newest = inlets.toSorted((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at))[0]
  if (!newest || inlets.some(({ value }) => value) || underWay(series)) return []
  return [alert('shore_power_lost', newest.recorded_at)]
}

/** A lead-acid battery takes lasting harm below half; at a fifth a lithium one is about to switch itself off, too. */
const LOW_SOC_PCT = 20

/** 12 V batteries at rest are all but empty here, lead-acid and lithium alike. */
const LOW_VOLTS_OF_12 = 11.8

/** Of a bank of 12, 24 or 48 V, told apart by what it cannot have: 16 V is beyond any charge of one battery, 32 V of two. */
const lowVolts = (volts: number) => LOW_VOLTS_OF_12 * (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** A sensor that is not wired says next to nothing; no battery that powers its own monitor has so little. */
const NO_BATTERY_VOLTS = 5

/** By its state of charge where it is known, else by its voltage, which sags under load. */
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

/** Our boxes say something every quarter of an hour though nothing changes: four times without a word is silence. */
const SILENT_MS = 60 * 60_000

function silentBox({ name, enabled, last_seen_at }: AlertBox, now: Date): Alert[] {
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
