import type { Severity } from '@binnacle/contract'
import { type Icon, IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'

/** How urgent an alarm is, as a picture and as a colour (data-tone). */
export const SEVERITY_ICONS: Record<Severity, Icon> = { alarm: IconAlertOctagonFilled, warning: IconAlertTriangle }
export const SEVERITY_TONE: Record<Severity, 'late' | 'soon'> = { alarm: 'late', warning: 'soon' }
