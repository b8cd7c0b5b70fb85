import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './live.module.css'
import type { ReadingShown } from './use-reading.ts'

/** How old a reading is, and whether it can be true: in words and with an icon. */
export function AgeLine({ age, stale, impossible }: Pick<ReadingShown, 'age' | 'stale' | 'impossible'>) {
  const { telemetry } = useTexts()
  return (
    <>
      {impossible && (
        <span className={classes.impossible}>
          <IconAlertTriangle size={16} aria-hidden /> {telemetry.impossible}
        </span>
      )}
      <span className={classes.age}>
        {stale && <IconClockPause size={16} aria-hidden />} {age}
      </span>
    </>
  )
}
