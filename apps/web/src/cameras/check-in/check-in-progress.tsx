import { Loader } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { type CheckInState, countdown } from './check-in.ts'
import classes from './check-in-panel.module.css'

/** How the last request stands. Screen readers hear it when it changes, and not each second. */
export function CheckInProgress({ state, now }: { state: CheckInState; now: number }) {
  const { checkIn: texts } = useTexts().cameras
  const format = useFormat()
  switch (state.state) {
    case 'none':
      return null
    case 'open':
      return (
        <>
          <p className={classes.waiting}>
            <Loader size={22} aria-hidden />
            <span>{texts.open}</span>
            <span className={classes.left} role="timer" aria-live="off" aria-label={texts.left}>
              {countdown(state.left)}
            </span>
          </p>
          <div className={classes.bar} aria-hidden>
            <span style={{ width: `${state.part * 100}%` }} />
          </div>
          <p className={classes.note}>{texts.openText}</p>
        </>
      )
    case 'answered':
      return (
        <p className={classes.answered}>
          <IconCircleCheck size={22} aria-hidden />
          {texts.answered(format.ago(state.at, now))}
        </p>
      )
    case 'expired':
      return (
        <p>
          <strong>{texts.expired}</strong> {texts.expiredText}
        </p>
      )
  }
}
