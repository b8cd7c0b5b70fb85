import type { AlertCode } from '@binnacle/contract'
import { type Icon, IconCameraExclamation, IconWifiOff } from '@tabler/icons-react'

export const ALERT_ICONS: Record<AlertCode, Icon> = {
  box_silent: IconWifiOff,
  camera_error: IconCameraExclamation,
}
