import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlarmRule, METRICS, RULE_KIND_NAMES, type Series } from '@binnacle/contract'
import type { BoatState } from './entities.ts'
import { messagesOf, ownerOfState, statusTopic, topicsOf } from './home-assistant.ts'
import { SERIES_CLASSES } from './series-classes.ts'

const id = '01a21350-f66b-7407-8001-ece548fe9a72'
const at = new Date('2026-05-14T09:30:00.000Z')
const ruleId = (i: number) => `0199b0f4-8a11-7c93-9e54-${String(i).padStart(12, '0')}`

const series: Series[] = METRICS.flatMap(({ metric, unit }) =>
  [null, 'port', 'Bug/links #+', 'Bug_links___'].map((instance) => ({
    ...{
      metric,
      instance,
      unit,
      value: unit === 'text' ? null : 1,
      text_value: unit === 'text' ? 'x'.repeat(300) : null,
    },
    ...{ recorded_at: at.toISOString(), arrived_at: at.toISOString() },
  })),
)

const rules: AlarmRule[] = RULE_KIND_NAMES.map((kind, i) => ({
  ...{ id: ruleId(i), kind, metric: 'depth', instance: null, limit: 3, lat: 54, lon: 10, margin: 0, hold_s: 0 },
  ...{ applies: 'always', severity: 'alarm', enabled: true, camera_id: null },
}))

const boat: BoatState = {
  ...{ id, name: 'Aurora', vessel_type: 'sailboat', series, rules, connected: true, lastSeenAt: at },
  openAlarms: new Map([[ruleId(0), { began_at: at, value: 2.5, text: null, instance: null }]]),
  due: [
    { task_id: ruleId(91), title: 'Impeller', status: 'ok', due_date: '2026-06-01T12:00:00.000Z', due_hours: null },
    { task_id: ruleId(92), title: 'Oil', status: 'overdue', due_date: null, due_hours: 400 },
  ],
}

const installation = { prefix: 'binnacle', baseUrl: 'https://boat.example', version: '0.1.0' }
const entities = messagesOf(boat, installation)
const messages = new Map(
  [...entities].flatMap(([entity, texts]) => topicsOf('binnacle', id, entity).map((topic, i) => [topic, texts[i]!])),
)
const configs = [...messages]
  .filter(([topic]) => topic.startsWith('homeassistant/'))
  .map(([topic, message]) => ({ topic, config: JSON.parse(message) as Record<string, string> }))

/**
 * Of the device classes that we use: units and state classes; undefined in a list: none. Source: DEVICE_CLASS_UNITS and
 * DEVICE_CLASS_STATE_CLASSES, homeassistant/components/sensor/const.py of home-assistant/core at 00eb668.
 */
const SENSORS: Record<string, { units: (string | undefined)[]; states: (string | undefined)[] }> = {
  duration: { units: ['d', 'h', 'min', 's', 'ms'], states: ['measurement', 'total', 'total_increasing', undefined] },
  temperature: { units: ['°C', '°F', 'K'], states: ['measurement', undefined] },
  pressure: { units: ['Pa', 'hPa', 'kPa', 'bar', 'mbar', 'psi'], states: ['measurement', undefined] },
  volume: { units: ['L', 'mL', 'gal', 'm³'], states: ['total', 'total_increasing', undefined] },
  voltage: { units: ['V', 'mV'], states: ['measurement', undefined] },
  battery: { units: ['%'], states: ['measurement', undefined] },
  distance: { units: ['m', 'km', 'ft', 'nmi'], states: ['measurement', 'total', 'total_increasing', undefined] },
  speed: { units: ['kn', 'm/s', 'km/h'], states: ['measurement', undefined] },
  date: { units: [undefined], states: [undefined] },
  timestamp: { units: [undefined], states: [undefined] },
}
/** Source: BinarySensorDeviceClass, homeassistant/components/binary_sensor/__init__.py. */
const BINARY = ['connectivity', 'moisture', 'power', 'problem']

/**
 * What each configuration must and may have, of which we use these. Source: PLATFORM_SCHEMA_MODERN of sensor.py and
 * binary_sensor.py in homeassistant/components/mqtt/.
 */
const REQUIRED = ['name', 'unique_id', 'state_topic', 'availability_topic', 'device', 'origin']
const MAY = ['device_class', 'unit_of_measurement', 'state_class', 'entity_category', 'json_attributes_topic']

test('every series, alarm rule and task is discovered, with the keys, units and classes that Home Assistant accepts', () => {
  assert.equal(configs.length, series.length + rules.length + boat.due.length + 2)
  for (const { topic, config } of configs) {
    assert.match(topic, /^homeassistant\/(sensor|binary_sensor)\/[\w-]+\/[\w-]+\/config$/)
    for (const key of REQUIRED) assert.ok(config[key], `${topic} lacks ${key}`)
    for (const key of Object.keys(config)) assert.ok([...REQUIRED, ...MAY].includes(key), `${topic} has ${key}`)
    const { device_class, unit_of_measurement: unit, state_class } = config
    if (topic.includes('/binary_sensor/')) assert.ok(BINARY.includes(device_class!), topic)
    else if (device_class) {
      assert.ok(SENSORS[device_class]!.units.includes(unit), `${topic}: ${device_class} in ${unit}`)
      assert.ok(SENSORS[device_class]!.states.includes(state_class), `${topic}: ${device_class} ${state_class}`)
    }
  }
})

test('each has an id and topics of its own, and a state that its component takes', () => {
  const ids = configs.map(({ config }) => config.unique_id)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(new Set(configs.map(({ config }) => config.state_topic)).size, ids.length)
  for (const { topic, config } of configs) {
    const state = messages.get(config.state_topic!)!
    assert.doesNotMatch(config.state_topic!, /[#+]/)
    assert.equal(config.availability_topic, statusTopic('binnacle'))
    if (topic.includes('/binary_sensor/')) assert.match(state, /^(ON|OFF)$/)
    else if (config.device_class === 'date') assert.match(state, /^(\d{4}-\d\d-\d\d|None)$/)
    else if (config.device_class === 'timestamp') assert.match(state, /^\d{4}-\d\d-\d\dT\S+Z$/)
    else if (config.unit_of_measurement) assert.ok(Number.isFinite(Number(state)), topic)
    assert.ok(state.length > 0 && state.length <= 255, topic)
  }
})

test('every metric has a class', () => {
  for (const { metric } of METRICS) assert.ok(SERIES_CLASSES[metric], metric)
})

test('alarm rules have names that say what they are', () => {
  const names = configs.filter(({ topic }) => topic.includes('-alarm-')).map(({ config }) => config.name!)
  for (const name of names) assert.doesNotMatch(name, /undefined|null|“”|: ?$| {2}/, name)
})

test('whose state it is', () => {
  for (const entity of entities.keys()) {
    const [config, attributes, state] = topicsOf('binnacle', id, entity)
    const owner = ownerOfState(state)
    assert.equal(owner?.boatId, id)
    assert.ok(owner.entities.includes(entity), entity)
    for (const topic of [config, attributes]) assert.equal(ownerOfState(topic), undefined)
  }
  for (const topic of ['binnacle/status', 'binnacle/x/depth/state']) assert.equal(ownerOfState(topic), undefined)
})

test('a fault whose text is empty is none: an empty message would take the state away', () => {
  const fault = series.find(({ metric }) => metric === 'fault_code')!
  const empty = messagesOf({ ...boat, series: [{ ...fault, text_value: '' }] }, installation)
  assert.equal(empty.get('sensor/fault_code')![2], 'None')
})
