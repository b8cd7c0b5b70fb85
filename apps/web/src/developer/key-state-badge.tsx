import { IconAlertTriangle, IconCircleCheck, IconClockExclamation, IconPlayerPause } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import badge from '../ui/status-badge.module.css'
import type { KeyState } from './expiry.ts'

const LOOKS = {
  active: { icon: IconCircleCheck, tone: 'ok' },
  soon: { icon: IconClockExclamation, tone: 'soon' },
  expired: { icon: IconAlertTriangle, tone: 'late' },
  paused: { icon: IconPlayerPause, tone: 'none' },
} as const

/** How a key stands, by icon, word and colour. */
export function KeyStateBadge({ state }: { state: KeyState }) {
  const { keys } = useTexts().developer
  const { icon: Icon, tone } = LOOKS[state]
  return (
    <span className={badge.badge} data-tone={tone}>
      <Icon size="1.1em" aria-hidden /> {keys.state[state]}
    </span>
  )
}
