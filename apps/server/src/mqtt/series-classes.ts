import type { Metric } from '@binnacle/contract'

/** What Home Assistant knows a series as. */
interface SeriesClass {
  component: 'sensor' | 'binary_sensor'
  device_class?: string
  unit_of_measurement?: string
  state_class?: 'measurement' | 'total_increasing'
}

const percent = { component: 'sensor', unit_of_measurement: '%', state_class: 'measurement' } as const
const degrees = { component: 'sensor', unit_of_measurement: '°', state_class: 'measurement' } as const
const temperature: SeriesClass = {
  ...{ component: 'sensor', device_class: 'temperature', unit_of_measurement: '°C', state_class: 'measurement' },
}

/**
 * Home Assistant refuses an entity whose unit or state class does not fit its device class.
 * Source: DEVICE_CLASS_UNITS and DEVICE_CLASS_STATE_CLASSES in homeassistant/components/sensor/const.py of home-assistant/core.
 */
export const SERIES_CLASSES: Record<Metric, SeriesClass> = {
  engine_hours: {
    ...{ component: 'sensor', device_class: 'duration', unit_of_measurement: 'h', state_class: 'total_increasing' },
  },
  engine_rpm: { component: 'sensor', unit_of_measurement: 'rpm', state_class: 'measurement' },
  engine_coolant_temp: temperature,
  engine_oil_pressure: {
    ...{ component: 'sensor', device_class: 'pressure', unit_of_measurement: 'kPa', state_class: 'measurement' },
  },
  fuel_level_pct: percent,
  // Not volume_flow_rate: older versions do not know L/h.
  fuel_rate: { component: 'sensor', unit_of_measurement: 'L/h', state_class: 'measurement' },
  // Without a state class: whether it counts up is up to the device.
  fuel_used: { component: 'sensor', device_class: 'volume', unit_of_measurement: 'L' },
  battery_voltage: {
    ...{ component: 'sensor', device_class: 'voltage', unit_of_measurement: 'V', state_class: 'measurement' },
  },
  battery_soc_pct: { ...percent, device_class: 'battery' },
  water_level_pct: percent,
  waste_level_pct: percent,
  bilge_water: { component: 'binary_sensor', device_class: 'moisture' },
  bilge_pump_cycles: { component: 'sensor', state_class: 'measurement' },
  shore_power: { component: 'binary_sensor', device_class: 'power' },
  position_lat: degrees,
  position_lon: degrees,
  depth: { component: 'sensor', device_class: 'distance', unit_of_measurement: 'm', state_class: 'measurement' },
  speed_over_ground: {
    ...{ component: 'sensor', device_class: 'speed', unit_of_measurement: 'kn', state_class: 'measurement' },
  },
  water_temp: temperature,
  fault_code: { component: 'sensor' },
}
