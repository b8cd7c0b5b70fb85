import type { CameraOverview } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { useCameraActions } from '../queries.ts'
import { type CheckInState, checkInState, reachOf } from './check-in.ts'
import classes from './check-in-panel.module.css'
import { CheckInProgress } from './check-in-progress.tsx'
import { ReachNote } from './reach-note.tsx'
import { useServiceTime } from './use-service-time.ts'

interface CheckInPanelProps {
  vesselId: string
  camera: CameraOverview
  /** How far the service's clock is ahead of this one, ms. */
  ahead: number
  /** Without the words that a page says once. */
  short?: boolean
}

/** Whether a request can still be open by the clock of this browser, which is enough to know whether to look each second. */
const maybeOpen = ({ last_check_in }: CameraOverview) => last_check_in !== null && last_check_in.answered_at === null

/**
 * Asks for a fresh picture and tells how that goes. All it knows is the camera's last request as the service has it, so it is the
 * same in another tab, after leaving the page, and minutes later.
 */
export function CheckInPanel({ vesselId, camera, ahead, short = false }: CheckInPanelProps) {
  const { cameras } = useTexts()
  const { checkIn: texts } = cameras
  const { checkIn } = useCameraActions(vesselId, camera.id)
  // The button goes when the request stands, and must not take the focus with it.
  const status = useRef<HTMLDivElement>(null)
  const now = useServiceTime(ahead, maybeOpen(camera))
  const state = checkInState(camera.last_check_in, camera.newest_frame, now)
  const reach = reachOf(camera.connection, now)
  const reachable = camera.enabled && (reach === 'listening' || reach === 'silent')
  return (
    <div className={classes.panel}>
      <div ref={status} role="status" tabIndex={-1} className={classes.status}>
        <CheckInProgress state={state} now={now} />
      </div>
      {state.state !== 'open' && (
        <>
          <Button
            leftSection={<IconCamera size={20} aria-hidden />}
            loading={checkIn.isPending}
            disabled={!reachable}
            onClick={() => checkIn.mutate(undefined, { onSuccess: () => status.current?.focus() })}
            style={{ alignSelf: 'start' }}
          >
            {state.state === 'expired' ? texts.askAgain : texts.ask}
          </Button>
          <Explanation camera={camera} state={state} now={now} short={short} />
        </>
      )}
      {state.state === 'open' && (reach === 'removed' || reach === 'switchedOff') && (
        <ReachNote reach={reach} connection={camera.connection} now={now} />
      )}
      {checkIn.error && <Problem error={checkIn.error} />}
    </div>
  )
}

interface ExplanationProps {
  camera: CameraOverview
  state: CheckInState
  now: number
  short: boolean
}

/** What happens when the button is pressed, or why it cannot be. */
function Explanation({ camera, state, now, short }: ExplanationProps) {
  const { checkIn: texts } = useTexts().cameras
  if (!camera.enabled) return <p className={classes.note}>{texts.disabled}</p>
  const reach = reachOf(camera.connection, now)
  if (reach !== 'listening') return <ReachNote reach={reach} connection={camera.connection} now={now} />
  if (short || state.state === 'expired') return null
  return <p className={classes.note}>{texts.what}</p>
}
