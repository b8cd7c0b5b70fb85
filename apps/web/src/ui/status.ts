import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconHelpCircle } from '@tabler/icons-react'

/** A due status as a picture, and as a colour (data-tone). */
export const ICONS = {
  ok: IconCircleCheck,
  due_soon: IconClockExclamation,
  overdue: IconAlertTriangle,
  never_logged: IconHelpCircle,
}
export const TONE = { ok: 'ok', due_soon: 'soon', overdue: 'late', never_logged: 'none' } as const
