import type { AlertCode } from '@binnacle/contract'
import {
  type Icon,
  IconAlertTriangle,
  IconBatteryExclamation,
  IconCameraExclamation,
  IconDropletExclamation,
  IconPlugConnectedX,
  IconWifiOff,
} from '@tabler/icons-react'

export const ALERT_ICONS: Record<AlertCode, Icon> = {
  bilge_water: IconDropletExclamation,
  fault: IconAlertTriangle,
  battery_low: IconBatteryExclamation,
  shore_power_lost: IconPlugConnectedX,
  box_silent: IconWifiOff,
  camera_error: IconCameraExclamation,
}
