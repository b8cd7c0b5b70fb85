import type { Alarm } from '@binnacle/contract'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { useNow } from '../ui/clock.ts'
import classes from './alarms.module.css'
import { spanOf } from './around.ts'
import { isSilent } from './silence/is-silent.ts'

interface AlarmFactsProps {
  alarm: Pick<Alarm, 'began_at' | 'ended_at' | 'acknowledged_at' | 'acknowledged_by' | 'silenced_at' | 'silenced_until'>
  /** How far it went, in words. */
  value?: string | null
}

/** When an alarm began and ended, with which value, who acknowledged it, and whether it is silenced. */
export function AlarmFacts({ alarm, value }: AlarmFactsProps) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const now = useNow()
  const { began_at, ended_at, acknowledged_at, acknowledged_by, silenced_until } = alarm
  const { from, to } = spanOf(alarm, now)
  return (
    <ul className={classes.facts}>
      <li>
        {ended_at === null ? (
          <>
            {texts.since(format.dateTime(began_at))}, <Age at={began_at} />
          </>
        ) : (
          `${format.dateTime(began_at)} – ${format.dateTime(ended_at)} (${format.duration(to - from)})`
        )}
        {value && ` · ${value}`}
      </li>
      {acknowledged_at && (
        <li>
          {texts.acknowledgedBy(acknowledged_by)} <Age at={acknowledged_at} />
        </li>
      )}
      {isSilent(alarm, now) && (
        <li>{silenced_until ? texts.silence.until(format.dateTime(silenced_until)) : texts.silence.untilEnd}</li>
      )}
    </ul>
  )
}
