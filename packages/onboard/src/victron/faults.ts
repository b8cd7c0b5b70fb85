import { faultText } from '../admit/faults.ts'
import type { Device } from './device.ts'

const WARNING = 1
const ALARM = 2

/** In front of a name: the service takes such a fault for an alarm of the boat. */
const ALARM_WORD = 'Alarm: '

/** Types of digital input that are alarms of the boat; the bilge alarm (4) is a metric of its own. */
const ALARM_INPUTS = new Map<unknown, string>([
  [5, `${ALARM_WORD}Burglar`],
  [6, `${ALARM_WORD}Smoke`],
  [7, `${ALARM_WORD}Fire`],
  [8, `${ALARM_WORD}CO2`],
])
const INPUT_IN_ALARM = 9

// LowVoltage, L1/Overload, and of a tank High/State, whose other paths are settings.
const ALARM_PATH = /^Alarms\/(?:(L\d)\/)?(\w+)(?:\/State)?$/
const ERROR_NUMBER = /^(VebusError|ErrorCode)$/
// "maker:e-code": e is an error, w a warning, i information. Source: the Venus wiki, "dbus", Error codes.
const ERROR_ID = /^Error\/\d+\/Id$/

/** The controller for houses that feed the grid: on a boat it always warns that there is no grid meter. */
const GRID_CONTROLLER = 'hub4'

/** What to subscribe to for faults, below N/<portal>. */
export const FAULT_TOPICS = ['+/+/Alarms/#', '+/+/VebusError', '+/+/ErrorCode', '+/+/Error/+/Id']

/** Whether a path of a service says something of faults. */
export function isFaultPath(service: string, path: string): boolean {
  if (service === GRID_CONTROLLER) return false
  const isInput = service === 'digitalinput' && (path === 'State' || path === 'Type')
  return isInput || [ALARM_PATH, ERROR_NUMBER, ERROR_ID].some((kind) => kind.test(path))
}

/** All that is wrong with a device, as a fault_code text; `none` where nothing is. */
export function faultOf(device: Device): string {
  const names = [...device.values].map(([path, value]) => faultName(device, path, value))
  return faultText(names.filter((name) => name !== undefined).sort())
}

function faultName({ service, values }: Device, path: string, value: number | string): string | undefined {
  const [isAlarm, phase, alarm = ''] = ALARM_PATH.exec(path) ?? []
  if (isAlarm)
    return value === ALARM || value === WARNING
      ? (value === ALARM ? ALARM_WORD : '') +
          alarmName(service === 'tank' ? `${alarm}Level` : alarm, phase, value === WARNING)
      : undefined
  if (path === 'VebusError') return value === 0 ? undefined : `VE.Bus error ${value}`
  if (path === 'ErrorCode') return value === 0 ? undefined : `Error ${value}`
  if (ERROR_ID.test(path)) return value === '' || /:i-/.test(String(value)) ? undefined : `Error ${value}`
  return service === 'digitalinput' && path === 'State' && value === INPUT_IN_ALARM
    ? ALARM_INPUTS.get(values.get('Type'))
    : undefined
}

/** LowStarterVoltage on L1 as "Low starter voltage L1". */
function alarmName(name: string, phase: string | undefined, isWarning: boolean): string {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return [words, phase, isWarning ? '(warning)' : undefined].filter(Boolean).join(' ')
}
