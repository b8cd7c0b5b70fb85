import type { Alarm } from '@binnacle/contract'
import { isSwitch } from '../charts/panes.ts'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { useNow } from '../ui/clock.ts'
import classes from './alarms.module.css'
import { spanOf } from './around.ts'
import { isSilent } from './silence/is-silent.ts'

/** When an alarm began and ended, with which value, who acknowledged it, and whether it is silenced. */
export function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const now = useNow()
  const { began_at, ended_at, acknowledged_at, acknowledged_by, silenced_until } = alarm
  const { from, to } = spanOf(alarm, now)
  const value = valueText()
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

  function valueText(): string | null {
    const { metric, value, kind } = alarm
    if (kind === 'outside' && value !== null) return texts.away(format.distance(value))
    if (metric === null || value === null || isSwitch(metric)) return null
    return kind === 'sum_above' ? texts.withSum(format.number(value)) : texts.with(format.metric(metric, value).text)
  }
}
