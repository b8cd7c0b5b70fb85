import type { Alert } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { instanceText } from '../../telemetry/names.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** Says an alert in one line of the reader's language and units. */
export function useAlertText(): (alert: Alert) => string {
  const texts = useTexts()
  const format = useFormat()
  const words = texts.boats.alerts
  return ({ code, subject, text, value, unit }) => {
    const which = subject && instanceText(subject, texts)
    switch (code) {
      case 'bilge_water':
        return words.bilge_water(which)
      case 'fault':
        return words.fault(which, text ?? words.unknownFault)
      case 'battery_low': {
        const metric = unit === 'V' ? 'battery_voltage' : 'battery_soc_pct'
        return words.battery_low(which, format.metric(metric, value ?? 0).text)
      }
      case 'shore_power_lost':
        return words.shore_power_lost
      case 'box_silent':
        return words.box_silent(subject ?? '')
      case 'camera_error':
        return words.camera_error(subject ?? '')
    }
  }
}
