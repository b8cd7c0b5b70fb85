import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconPlugOff, IconZzz } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import classes from '../ui/status-badge.module.css'
import type { ConnectionState } from './state.ts'

const LOOKS = {
  well: { icon: IconCircleCheck, tone: 'ok' },
  waiting: { icon: IconHourglass, tone: undefined },
  silent: { icon: IconZzz, tone: 'soon' },
  refused: { icon: IconAlertTriangle, tone: 'late' },
  off: { icon: IconPlugOff, tone: undefined },
} as const

/** How a connection is doing, by icon, word and colour. */
export function StateBadge({ state }: { state: ConnectionState }) {
  const { connections } = useTexts()
  const { icon: Icon, tone } = LOOKS[state]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size="1.1em" aria-hidden /> {connections.state[state]}
    </span>
  )
}
